;; Evaluates options: draws anew what a seat does not see, and plays on at random from there. See machine/redealing.py
;; and machine/evaluation.py, which say what this means.

;; A draw from the stream of re-dealing.
(func $redraw (param $below i32) (result i32)
  (call $bounded (i64.load (global.get $REDEALS)) (i32.add (global.get $REDEALS) (i32.const 8)) (local.get $below)))

;; Draws anew what a seat does not see.
(func $redeal (param $seat i32) (param $seed i64)
  (local $at i32) (local $left i32)
  (i64.store (global.get $REDEALS) (call $stream_key (local.get $seed) (global.get $REDEAL_NAME)))
  (i32.store offset=8 (global.get $REDEALS) (i32.const 0))
  (local.set $at
    (i32.load (i32.add (global.get $HIDDEN) (i32.shl (i32.sub (local.get $seat) (i32.const 1)) (i32.const 2)))))
  (local.set $left (i32.load (local.get $at)))
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (block $pooled
    (loop $more
      (br_if $pooled (i32.eqz (local.get $left)))
      (call $deal (local.get $at))
      (local.set $at
        (i32.add (i32.add (local.get $at) (i32.const 8))
          (i32.shl (i32.load offset=4 (local.get $at)) (i32.const 3))))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $more)))
  (local.set $left (i32.load (local.get $at)))
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (block $guessed
    (loop $more
      (br_if $guessed (i32.eqz (local.get $left)))
      (call $set_word (i32.load (local.get $at))
        (i32.add (i32.load offset=4 (local.get $at)) (call $redraw (i32.load offset=8 (local.get $at)))))
      (local.set $at (i32.add (local.get $at) (i32.const 12)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $more)))
  (i64.store offset=36 align=4 (i32.const 0) (call $stream_key (local.get $seed) (global.get $FUTURE_NAME))))

;; Mixes the pieces of some places and deals them back. At $pool: the family, how many places, then each of them with a
;; word to note in how many pieces it has.
(func $deal (param $pool i32)
  (local $begin i32) (local $at i32) (local $left i32) (local $count i32) (local $i i32) (local $code i32)
  (local.set $begin (global.get $sp))
  (local.set $at (i32.add (local.get $pool) (i32.const 8)))
  (local.set $left (i32.load offset=4 (local.get $pool)))
  (loop $more
    (local.set $count (global.get $sp))
    (call $write_pieces (call $place (i32.load (local.get $at))))
    (i32.store offset=4 (local.get $at)
      (i32.shr_u (i32.sub (global.get $sp) (local.get $count)) (i32.const 2)))
    (local.set $at (i32.add (local.get $at) (i32.const 8)))
    (local.set $left (i32.sub (local.get $left) (i32.const 1)))
    (br_if $more (local.get $left)))
  (local.set $i (i32.sub (global.get $sp) (i32.const 4)))
  (block $mixed
    (loop $again
      (br_if $mixed (i32.le_s (local.get $i) (local.get $begin)))
      (local.set $at
        (i32.add (local.get $begin)
          (i32.shl
            (call $redraw (i32.add (i32.shr_u (i32.sub (local.get $i) (local.get $begin)) (i32.const 2)) (i32.const 1)))
            (i32.const 2))))
      (local.set $code (i32.load (local.get $i)))
      (i32.store (local.get $i) (i32.load (local.get $at)))
      (i32.store (local.get $at) (local.get $code))
      (local.set $i (i32.sub (local.get $i) (i32.const 4)))
      (br $again)))
  (local.set $i (local.get $begin))
  (local.set $at (i32.add (local.get $pool) (i32.const 8)))
  (local.set $left (i32.load offset=4 (local.get $pool)))
  (loop $other
    (local.set $count (i32.load offset=4 (local.get $at)))
    (call $put_pieces (call $place (i32.load (local.get $at))) (local.get $i) (local.get $count))
    (local.set $i (i32.add (local.get $i) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $at (i32.add (local.get $at) (i32.const 8)))
    (local.set $left (i32.sub (local.get $left) (i32.const 1)))
    (br_if $other (local.get $left)))
  (global.set $sp (local.get $begin)))

;; Writes the pieces of a place that are not shown on the stack: their class plus 1, or an individual's number.
(func $write_pieces (param $place i32)
  (local $at i32) (local $left i32) (local $step i32) (local $many i32) (local $code i32)
  (local.set $at (i32.load offset=4 (local.get $place)))
  (local.set $left (i32.load offset=8 (local.get $place)))
  (local.set $step (i32.load offset=12 (local.get $place)))
  (block $done
    (loop $more
      (br_if $done (i32.eqz (local.get $left)))
      (local.set $code (call $word (local.get $at)))
      (local.set $many
        (i32.and (i32.ne (local.get $code) (i32.const 0)) (i32.eqz (call $marked (local.get $at)))))
      (if (call $has_counters (local.get $place))
        (then
          (local.set $many (i32.sub (local.get $code) (call $marked (local.get $at))))
          (local.set $code (i32.add (call $class_at (local.get $at)) (i32.const 1)))))
      (block $all
        (loop $again
          (br_if $all (i32.le_s (local.get $many) (i32.const 0)))
          (call $write (local.get $code))
          (local.set $many (i32.sub (local.get $many) (i32.const 1)))
          (br $again)))
      (local.set $at (i32.add (local.get $at) (local.get $step)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $more))))

;; Puts as many pieces into a place as it had: a pool by their class, else one after the other where some lay.
(func $put_pieces (param $place i32) (param $codes i32) (param $count i32)
  (local $at i32) (local $left i32) (local $step i32) (local $where i32) (local $code i32)
  (local.set $at (i32.load offset=4 (local.get $place)))
  (local.set $left (i32.load offset=8 (local.get $place)))
  (local.set $step (i32.load offset=12 (local.get $place)))
  (local.set $where (call $where_of (local.get $place)))
  (if (i32.eqz (i32.load (local.get $place)))
    (then
      (block $emptied
        (loop $next
          (br_if $emptied (i32.eqz (local.get $left)))
          (if (i32.eqz (call $marked (local.get $at)))
            (then (call $set_word (local.get $at) (i32.const 0)))
            (else
              (if (i32.load offset=40 (local.get $place)) (then (call $set_word (local.get $at) (i32.const 1))))))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (local.set $left (i32.sub (local.get $left) (i32.const 1)))
          (br $next)))
      (block $done
        (loop $more
          (br_if $done (i32.eqz (local.get $count)))
          (local.set $code (i32.load (local.get $codes)))
          (local.set $at
            (i32.add (i32.load offset=16 (local.get $place))
              (i32.div_s (i32.sub (local.get $code) (i32.const 1)) (i32.load offset=28 (local.get $place)))))
          (call $set_word (local.get $at)
            (select
              (i32.add (call $word (local.get $at)) (i32.const 1))
              (local.get $code)
              (i32.load offset=40 (local.get $place))))
          (call $note_where (local.get $where) (local.get $code) (local.get $at))
          (local.set $codes (i32.add (local.get $codes) (i32.const 4)))
          (local.set $count (i32.sub (local.get $count) (i32.const 1)))
          (br $more)))
      (return)))
  (block $done
    (loop $more
      (br_if $done (i32.eqz (local.get $count)))
      (if (i32.and (i32.ne (call $word (local.get $at)) (i32.const 0)) (i32.eqz (call $marked (local.get $at))))
        (then
          (local.set $code (i32.load (local.get $codes)))
          (call $set_word (local.get $at) (local.get $code))
          (call $note_where (local.get $where) (local.get $code) (local.get $at))
          (local.set $codes (i32.add (local.get $codes) (i32.const 4)))
          (local.set $count (i32.sub (local.get $count) (i32.const 1)))))
      (local.set $at (i32.add (local.get $at) (local.get $step)))
      (br $more))))

;; Marks where the pieces lie that are offered: so many pairs of a way and a value at RESULTS.
(func $mark_shown (param $options i32)
  (local $pair i32) (local $lies i32) (local $address i32)
  (global.set $mark (i32.add (global.get $mark) (i32.const 1)))
  (local.set $pair (global.get $RESULTS))
  (block $done
    (loop $more
      (br_if $done (i32.eqz (local.get $options)))
      (local.set $lies (i32.load offset=12 (call $way (i32.load (local.get $pair)))))
      (if (local.get $lies)
        (then
          (local.set $address (i32.load offset=4 (local.get $pair)))
          (if (i32.gt_s (local.get $lies) (i32.const 0))
            (then
              (local.set $address
                (call $word (i32.sub (i32.add (local.get $lies) (local.get $address)) (i32.const 1))))))
          (i32.store
            (i32.add (global.get $MARKS) (i32.shl (local.get $address) (i32.const 2))) (global.get $mark))))
      (local.set $pair (i32.add (local.get $pair) (i32.const 8)))
      (local.set $options (i32.sub (local.get $options) (i32.const 1)))
      (br $more))))

;; Begins to evaluate: keeps the state, and clears the totals of so many options, whose pairs stand at RESULTS.
(func $begin_worths (param $options i32)
  (call $clear)
  (global.set $kept (call $keep))
  (memory.fill (call $worth (i32.const 0)) (i32.const 0) (i32.mul (local.get $options) (i32.const 40))))

;; Where an option's totals stand: playouts, ones that broke down, wins, points, margin.
(func $worth (param $option i32) (result i32)
  (i32.add (global.get $TOTALS) (i32.mul (local.get $option) (i32.const 40))))

(func $add_to (param $at i32) (param $more i64)
  (i64.store (local.get $at) (i64.add (i64.load (local.get $at)) (local.get $more))))

;; One round: a state drawn anew for the seat that decides, and from it each option from $first on played out once.
;; What was counted before goes on; $option says where a round broke down, which then goes on with the next one.
(func $round (param $seed i64) (param $first i32) (param $options i32) (param $limit i32)
  (local $seat i32) (local $dealt i32) (local $pair i32)
  (call $clear)
  (call $restore (global.get $kept))
  (drop (call $keep))
  (local.set $seat (i32.load offset=24 (i32.const 0)))
  (call $mark_shown (local.get $options))
  (call $redeal (local.get $seat) (local.get $seed))
  (local.set $dealt (call $keep))
  (global.set $option (local.get $first))
  (block $done
    (loop $more
      (br_if $done (i32.ge_s (global.get $option) (local.get $options)))
      (call $restore (local.get $dealt))
      (drop (call $keep))
      (call $begin_streams (local.get $seed))
      (local.set $pair
        (i32.add (global.get $RESULTS) (i32.shl (global.get $option) (i32.const 3))))
      (call $begin_run)
      (call $run (call $take_answer (i32.load (local.get $pair)) (i32.load offset=4 (local.get $pair))))
      (drop (call $play_on (local.get $limit)))
      (call $count_worth (call $worth (global.get $option)) (local.get $seat))
      (global.set $option (i32.add (global.get $option) (i32.const 1)))
      (br $more))))

;; Adds how a playout has ended to an option's totals.
(func $count_worth (param $at i32) (param $seat i32)
  (local $mine i32) (local $best i32) (local $other i32) (local $points i32) (local $wins i32) (local $winners i32)
  (local.set $mine (call $scored (i32.const -1) (local.get $seat)))
  (local.set $best (i32.const -2147483648))
  (local.set $other (i32.const 1))
  (loop $more
    (if (i32.ne (local.get $other) (local.get $seat))
      (then
        (local.set $points (call $scored (i32.const -1) (local.get $other)))
        (if (i32.gt_s (local.get $points) (local.get $best)) (then (local.set $best (local.get $points))))))
    (local.set $other (i32.add (local.get $other) (i32.const 1)))
    (br_if $more (i32.le_s (local.get $other) (global.get $PLAYERS))))
  (if (i32.eq (global.get $PLAYERS) (i32.const 1)) (then (local.set $best (i32.const 0))))
  (if (i32.load (i32.const 0))
    (then
      (local.set $winners (global.get $sp))
      (call $reserve (i32.shl (global.get $PLAYERS) (i32.const 2)))
      (call $winners (local.get $winners))
      (if (i32.load (i32.add (local.get $winners) (i32.shl (i32.sub (local.get $seat) (i32.const 1)) (i32.const 2))))
        (then (local.set $wins (i32.div_s (global.get $WIN) (call $shared (local.get $winners))))))))
  (call $add_to (local.get $at) (i64.const 1))
  (call $add_to (i32.add (local.get $at) (i32.const 16)) (i64.extend_i32_s (local.get $wins)))
  (call $add_to (i32.add (local.get $at) (i32.const 24)) (i64.extend_i32_s (local.get $mine)))
  (call $add_to (i32.add (local.get $at) (i32.const 32))
    (i64.sub (i64.extend_i32_s (local.get $mine)) (i64.extend_i32_s (local.get $best)))))

;; How many seats share a win.
(func $shared (param $winners i32) (result i32)
  (local $left i32) (local $found i32)
  (local.set $left (global.get $PLAYERS))
  (loop $more
    (local.set $found (i32.add (local.get $found) (i32.load (local.get $winners))))
    (local.set $winners (i32.add (local.get $winners) (i32.const 4)))
    (local.set $left (i32.sub (local.get $left) (i32.const 1)))
    (br_if $more (local.get $left)))
  (local.get $found))

;; Plays: runs to the next decision, lists options, applies one, plays games out at random.

;; Forgets what a call before left undone.
(func $clear
  (global.set $sp (global.get $STACK))
  (global.set $room (i32.shl (memory.size) (i32.const 16)))
  (global.set $failed (i32.const 0))
  (global.set $trial (i32.const 0))
  (global.set $last (i32.const -1))
  (global.set $depth (i32.const 0)))

;; $last says how play goes on: from so many decisions on it stops at the next one; where it is -2, picks are only made,
;; and not carried out.

;; Counts a decision that was carried out, with the segments that are not counted yet: play goes on with a pick.
(func $next_decision (param $segments i32)
  (i32.store offset=44 (i32.const 0)
    (i32.add (i32.load offset=44 (i32.const 0)) (i32.add (global.get $steps) (local.get $segments))))
  (global.set $decisions (i32.add (global.get $decisions) (i32.const 1)))
  (call $begin_run))

(func $only_picks (result i32)
  (i32.lt_s (global.get $last) (i32.const -1)))

(func $add_steps
  (i32.store offset=44 (i32.const 0) (i32.add (i32.load offset=44 (i32.const 0)) (global.get $steps))))

;; From here on segments count themselves in $steps.
(func $begin_run
  (global.set $gone (i32.const 0))
  (call $check_steps)
  (global.set $steps (i32.const 0)))

;; The address of the running effect's frame.
(func $frame (result i32)
  (i32.shl (i32.load offset=4 (i32.const 0)) (i32.const 2)))

;; Runs from a segment, or from what one has returned, to where play stops or ends. Close to where steps are added up it
;; goes segment by segment.
(func $run (param $segment i32)
  (block $done
    (loop $more
      (br_if $done (i32.lt_s (local.get $segment) (i32.const 0)))
      (local.set $segment
        (if (result i32) (i32.gt_s (global.get $steps) (global.get $NEARLY_MOST_STEPS))
          (then (call $run_one (local.get $segment)))
          (else
            (call_indirect (type $segment) (call $frame) (i32.add (global.get $PLAYS) (local.get $segment))))))
      (br $more)))
  (if (global.get $failed) (then (unreachable)))
  (call $add_steps))

(func $run_one (param $segment i32) (result i32)
  (local.set $segment (call_indirect (type $segment) (call $frame) (local.get $segment)))
  (global.set $steps (i32.add (global.get $steps) (i32.const 1)))
  (if (i32.gt_s (global.get $steps) (global.get $MOST_STEPS))
    (then
      (call $count_steps (global.get $steps))
      (global.set $steps (i32.const 0))))
  (local.get $segment))

;; The state before anything has happened.
(func $begin (param $seed i64)
  (call $clear)
  (global.set $top (global.get $WORDS))
  (memory.copy (i32.const 0) (global.get $START) (i32.shl (global.get $WORDS) (i32.const 2)))
  (i64.store offset=36 align=4 (i32.const 0) (local.get $seed)))

;; Carries out an option and goes on to the next decision or the end.
(func $answer (param $way i32) (param $value i32)
  (call $clear)
  (call $begin_run)
  (call $run (call $take_answer (local.get $way) (local.get $value))))

;; Lists the legal options as pairs of a way and a value from the stack's beginning on; how many there are.
(func $options (result i32)
  (local $at i32) (local $end i32) (local $kept i32) (local $last_resort i32) (local $begin i32)
  (global.set $gone (i32.const 0))
  (local.set $begin (global.get $sp))
  (loop $other
    (local.set $at (local.get $begin))
    (local.set $kept (local.get $begin))
    (call $candidates (local.get $last_resort))
    (if (global.get $failed) (then (unreachable)))
    (local.set $end (global.get $sp))
    (block $done
      (loop $more
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (if (call $test (i32.load (local.get $at)) (i32.load offset=4 (local.get $at)))
          (then
            (i64.store align=4 (local.get $kept) (i64.load align=4 (local.get $at)))
            (local.set $kept (i32.add (local.get $kept) (i32.const 8)))))
        (if (global.get $failed) (then (unreachable)))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $more)))
    (global.set $sp (local.get $kept))
    (if (i32.and (i32.eq (local.get $kept) (local.get $begin)) (i32.eqz (local.get $last_resort)))
      (then
        (local.set $last_resort (i32.const 1))
        (br $other))))
  (if (i32.eq (local.get $kept) (local.get $begin)) (then (call $no_option)))
  (i32.shr_u (i32.sub (local.get $kept) (local.get $begin)) (i32.const 3)))

(func $no_option
  (call $fault (global.get $NO_OPTION) (i32.const -1) (i64.extend_i32_s (call $decision)) (i64.const 0)))

;; Picks an option of last resort at random and notes it as the answer; the segment where it goes on.
(func $pick_last_resort (param $stream i32) (result i32)
  (local $begin i32) (local $left i32) (local $at i32)
  (local.set $begin (global.get $sp))
  (call $candidates (i32.const 1))
  (if (global.get $failed) (then (unreachable)))
  (local.set $left (i32.shr_u (i32.sub (global.get $sp) (local.get $begin)) (i32.const 3)))
  (block $none
    (loop $more
      (br_if $none (i32.eqz (local.get $left)))
      (local.set $at (local.get $begin))
      (if (i32.gt_u (local.get $left) (i32.const 1))
        (then
          (local.set $at (i32.add (local.get $begin)
            (i32.shl
              (call $draw_pick (local.get $stream) (local.get $left))
              (i32.const 3))))))
      (if (call $test (i32.load (local.get $at)) (i32.load offset=4 (local.get $at)))
        (then
          (global.set $sp (local.get $begin))
          (global.set $gone (i32.const 0))
          (return (call $take_answer (i32.load (local.get $at)) (i32.load offset=4 (local.get $at))))))
      (if (global.get $failed) (then (unreachable)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (i64.store align=4 (local.get $at)
        (i64.load align=4 (i32.add (local.get $begin) (i32.shl (local.get $left) (i32.const 3)))))
      (br $more)))
  (call $no_option)
  (unreachable))

;; Begins the streams of all players for a seed. Each is its name's number, then what $next_word
;; keeps.
(func $begin_streams (param $seed i64)
  (local $at i32) (local $left i32)
  (global.set $foreseen (i32.const 0))
  (local.set $at (global.get $PLAYER_STREAMS))
  (local.set $left (global.get $PLAYERS))
  (loop $more
    (i64.store offset=8 (local.get $at) (call $stream_key (local.get $seed) (i64.load (local.get $at))))
    (call $next_word (i32.add (local.get $at) (i32.const 8)) (i32.const 1))
    (local.set $at (i32.add (local.get $at) (i32.const 24)))
    (local.set $left (i32.sub (local.get $left) (i32.const 1)))
    (br_if $more (local.get $left))))

;; A random player's pick for the seat that decides, and what follows from it; the segment where it goes on.
(func $picked (result i32)
  (global.set $gone (i32.const 0))
  (call_indirect (type $test)
    (call $frame)
    (call $stream_of (i32.load offset=24 (i32.const 0)))
    (i32.add (global.get $PICKS) (call $decision))))

;; The stream of a seat's picks.
(func $stream_of (param $seat i32) (result i32)
  (i32.add (global.get $PLAYER_STREAMS)
    (i32.add (i32.mul (local.get $seat) (i32.const 24)) (i32.const -16))))

;; One decision more; ends a game where too much had to be tried to foresee its plans.
(func $count_decision
  (global.set $decisions (i32.add (global.get $decisions) (i32.const 1)))
  (if (i32.gt_s (global.get $foreseen) (global.get $MOST_FORESEEN))
    (then (call $fault (global.get $TOO_MUCH_FORESEEN) (i32.const -1) (i64.const 0) (i64.const 0)))))

;; Plays on at random to the end, or for so many decisions (less than 0: to the end); how many there were.
(func $play_on (param $limit i32) (result i32)
  (global.set $decisions (i32.const 0))
  (global.set $last
    (select (i32.sub (local.get $limit) (i32.const 1)) (i32.const 0x7fffffff)
      (i32.ge_s (local.get $limit) (i32.const 0))))
  (block $over
    (loop $more
      (br_if $over (i32.or
        (i32.load (i32.const 0))
        (i32.eq (global.get $decisions) (local.get $limit))))
      (call $begin_run)
      (call $run (call $picked))
      (call $count_decision)
      (br $more)))
  (global.set $last (i32.const -1))
  (global.get $decisions))

;; Plays a whole game by random players and writes down at RESULTS a row for each decision, as many as have room: its
;; number, the seat, how many options there were, the way and the value (of a counted piece its class), then the points
;; of each seat before. $decisions says how many there were.
(func $trace (param $seed i64)
  (local $at i32) (local $number i32) (local $seat i32) (local $count i32) (local $segment i32) (local $size i32)
  (local.set $size (i32.shl (i32.add (global.get $PLAYERS) (i32.const 5)) (i32.const 2)))
  (local.set $at (global.get $RESULTS))
  (global.set $decisions (i32.const 0))
  (call $begin (local.get $seed))
  (call $begin_streams (local.get $seed))
  (call $start)
  (block $over
    (loop $more
      (br_if $over (i32.load (i32.const 0)))
      (br_if $over (i32.gt_u (i32.add (local.get $at) (local.get $size)) (global.get $STACK)))
      (call $clear)
      (local.set $count (call $options))
      (call $clear)
      (local.set $number (call $decision))
      (local.set $seat (i32.load offset=24 (i32.const 0)))
      (global.set $last (i32.const -2))
      (local.set $segment (call $picked))
      (call $write_row (local.get $at) (local.get $number) (local.get $seat) (local.get $count))
      (local.set $at (i32.add (local.get $at) (local.get $size)))
      (call $begin_run)
      (call $run (local.get $segment))
      (call $count_decision)
      (br $more)))
  (global.set $at_end (i32.load (i32.const 0))))

;; Writes down one decision, whose answer is noted and not yet carried out.
(func $write_row (param $at i32) (param $number i32) (param $seat i32) (param $options i32)
  (local $way i32) (local $value i32) (local $other i32)
  (local.set $way (i32.load offset=28 (i32.const 0)))
  (local.set $value (i32.load offset=32 (i32.const 0)))
  (i32.store (local.get $at) (local.get $number))
  (i32.store offset=4 (local.get $at) (local.get $seat))
  (i32.store offset=8 (local.get $at) (local.get $options))
  (i32.store offset=12 (local.get $at) (local.get $way))
  (if (i32.load offset=8
        (i32.add (global.get $WAYS)
          (i32.shl
            (i32.add
              (i32.load (i32.add (global.get $DECISIONS) (i32.shl (local.get $number) (i32.const 4))))
              (local.get $way))
            (i32.const 4))))
    (then (local.set $value (call $class (local.get $value)))))
  (i32.store offset=16 (local.get $at) (local.get $value))
  (local.set $other (i32.const 1))
  (loop $more
    (i32.store offset=16 (i32.add (local.get $at) (i32.shl (local.get $other) (i32.const 2)))
      (call $scored (i32.const -1) (local.get $other)))
    (local.set $other (i32.add (local.get $other) (i32.const 1)))
    (br_if $more (i32.le_s (local.get $other) (global.get $PLAYERS)))))

;; Whether a seat ranks higher (1), as high (0) or lower (-1) than another.
(func $compare (param $seat i32) (param $other i32) (result i32)
  (local $i i32) (local $mine i32) (local $theirs i32)
  (block $equal
    (loop $more
      (br_if $equal (i32.ge_s (local.get $i) (global.get $RANKINGS)))
      (local.set $mine (call $ranking (local.get $i) (local.get $seat)))
      (local.set $theirs (call $ranking (local.get $i) (local.get $other)))
      (if (i32.ne (local.get $mine) (local.get $theirs))
        (then (return (select (i32.const 1) (i32.const -1) (i32.gt_s (local.get $mine) (local.get $theirs))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $more)))
  (i32.const 0))

;; What ranks a seat, the $i-th such value.
(func $ranking (param $i i32) (param $seat i32) (result i32)
  (local $value i32)
  (global.set $gone (i32.const 0))
  (local.set $value
    (call_indirect (type $rank) (local.get $seat) (i32.add (global.get $RANKINGS_AT) (local.get $i))))
  (if (global.get $failed) (then (unreachable)))
  (local.get $value))

;; Writes 1 at an address for each seat that ranks highest, and 0 for the others.
(func $winners (param $at i32)
  (local $best i32) (local $seat i32)
  (local.set $best (i32.const 1))
  (local.set $seat (i32.const 2))
  (block $done
    (loop $more
      (br_if $done (i32.gt_s (local.get $seat) (global.get $PLAYERS)))
      (if (i32.gt_s (call $compare (local.get $seat) (local.get $best)) (i32.const 0))
        (then (local.set $best (local.get $seat))))
      (local.set $seat (i32.add (local.get $seat) (i32.const 1)))
      (br $more)))
  (local.set $seat (i32.const 1))
  (loop $more
    (i32.store (i32.add (local.get $at) (i32.shl (i32.sub (local.get $seat) (i32.const 1)) (i32.const 2)))
      (i32.eqz (call $compare (local.get $seat) (local.get $best))))
    (local.set $seat (i32.add (local.get $seat) (i32.const 1)))
    (br_if $more (i32.le_s (local.get $seat) (global.get $PLAYERS)))))

;; Plays so many whole games by random players, with one seed after another, and writes down at RESULTS for each:
;; decisions, a word for each seat (1 for a winner), then the points by source and seat.
(func $play (param $seed i64) (param $games i32)
  (local $at i32) (local $points i32)
  (local.set $points (i32.shl (i32.mul (global.get $SOURCES) (global.get $PLAYERS)) (i32.const 2)))
  (local.set $at (global.get $RESULTS))
  (global.set $played (i32.const 0))
  (block $done
    (loop $more
      (br_if $done (i32.ge_s (global.get $played) (local.get $games)))
      (call $begin (local.get $seed))
      (call $begin_streams (local.get $seed))
      (global.set $decisions (i32.const 0))
      (call $start)
      (i32.store (local.get $at) (call $play_on (i32.const -1)))
      (call $winners (i32.add (local.get $at) (i32.const 4)))
      (local.set $at (i32.add (local.get $at) (i32.add (i32.const 4) (i32.shl (global.get $PLAYERS) (i32.const 2)))))
      (memory.copy (local.get $at) (global.get $POINTS) (local.get $points))
      (local.set $at (i32.add (local.get $at) (local.get $points)))
      (local.set $seed (i64.add (local.get $seed) (i64.const 1)))
      (global.set $played (i32.add (global.get $played) (i32.const 1)))
      (br $more))))

;; Lets random players play a game to its end, and writes down at RESULTS a word for each seat (1 for a winner), then the
;; points by source and seat.
(func $finish (param $seed i64)
  (call $clear)
  (call $begin_streams (local.get $seed))
  (drop (call $play_on (i32.const -1)))
  (call $winners (global.get $RESULTS))
  (memory.copy
    (i32.add (global.get $RESULTS) (i32.shl (global.get $PLAYERS) (i32.const 2)))
    (global.get $POINTS)
    (i32.shl (i32.mul (global.get $SOURCES) (global.get $PLAYERS)) (i32.const 2))))

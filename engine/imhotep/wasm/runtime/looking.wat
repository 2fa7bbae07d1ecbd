;; Looks at the state: tables, counting, geometry. Words of the state are numbered, its first word stands at address 0.

;; A step cannot be carried out: who called sees it by $failed and leaves. 1: it failed, 2: a trial came to its end.
(func $fail (param $kind i32) (param $src i32) (param $a i32) (param $b i32)
  (global.set $failed (i32.const 1))
  (global.set $why (local.get $kind))
  (global.set $src (local.get $src))
  (global.set $a (i64.extend_i32_s (local.get $a)))
  (global.set $b (i64.extend_i32_s (local.get $b))))

;; The rules break down: nothing goes on.
(func $fault (param $kind i32) (param $src i32) (param $a i64) (param $b i64)
  (global.set $why (local.get $kind))
  (global.set $src (local.get $src))
  (global.set $a (local.get $a))
  (global.set $b (local.get $b))
  (global.set $failed (i32.const 0))
  (unreachable))

;; A number, as long as it fits in 32 bits.
(func $checked (param $number i64) (param $src i32) (result i32)
  (if (i64.ne (i64.extend32_s (local.get $number)) (local.get $number))
    (then (call $fault (global.get $TOO_LARGE) (local.get $src) (local.get $number) (i64.const 0))))
  (i32.wrap_i64 (local.get $number)))

;; A quotient, rounded down.
(func $div (param $a i32) (param $b i32) (param $src i32) (result i32)
  (local $quotient i64) (local $wide i64) (local $by i64)
  (if (i32.eqz (local.get $b))
    (then (call $fault (global.get $BY_ZERO) (local.get $src) (i64.const 0) (i64.const 0))))
  (local.set $wide (i64.extend_i32_s (local.get $a)))
  (local.set $by (i64.extend_i32_s (local.get $b)))
  (local.set $quotient (i64.div_s (local.get $wide) (local.get $by)))
  (if (i32.and
        (i64.ne (i64.rem_s (local.get $wide) (local.get $by)) (i64.const 0))
        (i32.lt_s (i32.xor (local.get $a) (local.get $b)) (i32.const 0)))
    (then (local.set $quotient (i64.sub (local.get $quotient) (i64.const 1)))))
  (call $checked (local.get $quotient) (local.get $src)))

;; How many numbers there are from one to another; there must not be too many.
(func $numbers (param $low i32) (param $high i32) (result i32)
  (local $length i64)
  (local.set $length
    (i64.add (i64.sub (i64.extend_i32_s (local.get $high)) (i64.extend_i32_s (local.get $low))) (i64.const 1)))
  (if (i64.gt_s (local.get $length) (i64.extend_i32_s (global.get $LARGEST_RANGE)))
    (then
      (call $fault (global.get $TOO_MANY) (i32.const -1)
        (i64.extend_i32_s (local.get $low)) (i64.extend_i32_s (local.get $high)))))
  (if (i64.lt_s (local.get $length) (i64.const 0)) (then (return (i32.const 0))))
  (i32.wrap_i64 (local.get $length)))

;; Counts what a sum or search inside another one goes through.
(func $go_through (param $length i32)
  (global.set $gone (i32.add (global.get $gone) (local.get $length)))
  (if (i32.gt_s (global.get $gone) (global.get $MOST_GONE_THROUGH))
    (then (call $fault (global.get $TOO_MUCH_AT_ONCE) (i32.const -1) (i64.const 0) (i64.const 0)))))

;; A row of a table, with what holds beyond its rows: 0 nothing, 1 the last one repeats, 2 and so much more, 3 a value.
(func $lookup (param $number i32) (param $index i32) (param $src i32) (result i32)
  (local $table i32) (local $i i64) (local $length i64) (local $beyond i32)
  (local.set $table (i32.add (global.get $TABLES) (i32.shl (local.get $number) (i32.const 5))))
  (local.set $i
    (i64.sub (i64.extend_i32_s (local.get $index)) (i64.load32_s offset=4 (local.get $table))))
  (local.set $length (i64.load32_s offset=8 (local.get $table)))
  (if (i64.lt_u (local.get $i) (local.get $length))
    (then
      (return (i32.load (i32.add
        (i32.load (local.get $table))
        (i32.shl (i32.wrap_i64 (local.get $i)) (i32.const 2)))))))
  (local.set $beyond (i32.load offset=12 (local.get $table)))
  (if (i32.or (i64.lt_s (local.get $i) (i64.const 0)) (i32.eqz (local.get $beyond)))
    (then
      (call $fault (global.get $NO_ROW) (local.get $src)
        (i64.extend_i32_s (local.get $number)) (i64.extend_i32_s (local.get $index)))))
  (if (i32.eq (local.get $beyond) (i32.const 3)) (then (return (i32.load offset=16 (local.get $table)))))
  (local.set $i (i64.sub (local.get $i) (i64.sub (local.get $length) (i64.const 1))))
  (call $checked
    (i64.add
      (i64.load32_s (i32.add
        (i32.load (local.get $table))
        (i32.shl (i32.wrap_i64 (i64.sub (local.get $length) (i64.const 1))) (i32.const 2))))
      (select (i64.const 0)
        (i64.mul (i64.load32_s offset=16 (local.get $table)) (local.get $i))
        (i32.eq (local.get $beyond) (i32.const 1))))
    (local.get $src)))

(func $word (param $number i32) (result i32)
  (i32.load (i32.shl (local.get $number) (i32.const 2))))

(func $place (param $number i32) (result i32)
  (i32.add (global.get $PLACES) (i32.shl (local.get $number) (i32.const 6))))

(func $place_at (param $address i32) (result i32)
  (i32.load (i32.add (global.get $PLACE_AT) (i32.shl (local.get $address) (i32.const 2)))))

(func $class_at (param $address i32) (result i32)
  (i32.load (i32.add (global.get $CLASS_AT) (i32.shl (local.get $address) (i32.const 2)))))

;; The class of a counted piece: that of its counter, or what lies in its cell.
(func $class (param $address i32) (result i32)
  (local $class i32)
  (local.set $class (call $class_at (local.get $address)))
  (if (i32.ge_s (local.get $class) (i32.const 0)) (then (return (local.get $class))))
  (i32.sub (call $word (local.get $address)) (i32.const 1)))

;; How many equal pieces an address stands for.
(func $weight (param $address i32) (result i32)
  (select
    (call $word (local.get $address))
    (i32.const 1)
    (i32.ge_s (call $class_at (local.get $address)) (i32.const 0))))

;; How many words are not 0, going on by steps.
(func $taken (param $at i32) (param $left i32) (param $step i32) (result i32)
  (local $found i32)
  (local.set $at (i32.shl (local.get $at) (i32.const 2)))
  (local.set $step (i32.shl (local.get $step) (i32.const 2)))
  (block $done
    (loop $more
      (br_if $done (i32.eqz (local.get $left)))
      (local.set $found (i32.add (local.get $found) (i32.ne (i32.load (local.get $at)) (i32.const 0))))
      (local.set $at (i32.add (local.get $at) (local.get $step)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $more)))
  (local.get $found))

(func $taken_in (param $place i32) (result i32)
  (call $taken
    (i32.load offset=4 (local.get $place))
    (i32.load offset=8 (local.get $place))
    (i32.load offset=12 (local.get $place))))

;; The sum of a pool's counters.
(func $total (param $place i32) (result i32)
  (local $at i32) (local $left i32) (local $found i32)
  (local.set $at (i32.shl (i32.load offset=4 (local.get $place)) (i32.const 2)))
  (local.set $left (i32.load offset=8 (local.get $place)))
  (block $done
    (loop $more
      (br_if $done (i32.eqz (local.get $left)))
      (local.set $found (i32.add (local.get $found) (i32.load (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $more)))
  (local.get $found))

;; Whether a place is a pool with counters, not one of individuals.
(func $has_counters (param $place i32) (result i32)
  (i32.and (i32.eqz (i32.load (local.get $place))) (i32.load offset=40 (local.get $place))))

(func $count (param $number i32) (result i32)
  (local $place i32)
  (local.set $place (call $place (local.get $number)))
  (if (i32.eq (i32.load (local.get $place)) (i32.const 1))
    (then (return (call $word (i32.load offset=16 (local.get $place))))))
  (if (call $has_counters (local.get $place)) (then (return (call $total (local.get $place)))))
  (call $taken_in (local.get $place)))

;; How many more pieces a place takes.
(func $room (param $number i32) (result i32)
  (local $place i32) (local $kind i32) (local $capacity i32)
  (local.set $place (call $place (local.get $number)))
  (local.set $kind (i32.load (local.get $place)))
  (if (i32.eq (local.get $kind) (i32.const 2))
    (then (return (i32.sub (i32.load offset=8 (local.get $place)) (call $taken_in (local.get $place))))))
  (if (i32.eq (local.get $kind) (i32.const 1))
    (then
      (return (i32.sub (i32.load offset=20 (local.get $place))
        (call $word (i32.load offset=16 (local.get $place)))))))
  (local.set $capacity (i32.load offset=24 (local.get $place)))
  (if (i32.eq (local.get $capacity) (global.get $UNLIMITED)) (then (return (local.get $capacity))))
  (i32.sub (local.get $capacity) (call $count (local.get $number))))

;; The first of so many words that is not 0, going on by steps; 0 where there is none.
(func $first_taken (param $at i32) (param $left i32) (param $step i32) (result i32)
  (local.set $at (i32.shl (local.get $at) (i32.const 2)))
  (local.set $step (i32.shl (local.get $step) (i32.const 2)))
  (block $none
    (loop $more
      (br_if $none (i32.eqz (local.get $left)))
      (if (i32.load (local.get $at)) (then (return (i32.shr_u (local.get $at) (i32.const 2)))))
      (local.set $at (i32.add (local.get $at) (local.get $step)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $more)))
  (i32.const 0))

;; The first free cell of a place; 0 where there is none.
(func $first_free (param $place i32) (result i32)
  (local $at i32) (local $left i32) (local $step i32)
  (local.set $at (i32.shl (i32.load offset=4 (local.get $place)) (i32.const 2)))
  (local.set $left (i32.load offset=8 (local.get $place)))
  (local.set $step (i32.shl (i32.load offset=12 (local.get $place)) (i32.const 2)))
  (if (i32.eq (local.get $step) (i32.const 4))
    (then
      (block $some
        (loop $four
          (br_if $some (i32.lt_s (local.get $left) (i32.const 4)))
          (br_if $some (i32.eqz (i32x4.all_true (v128.load align=4 (local.get $at)))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (local.set $left (i32.sub (local.get $left) (i32.const 4)))
          (br $four)))))
  (block $none
    (loop $more
      (br_if $none (i32.eqz (local.get $left)))
      (if (i32.eqz (i32.load (local.get $at))) (then (return (i32.shr_u (local.get $at) (i32.const 2)))))
      (local.set $at (i32.add (local.get $at) (local.get $step)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $more)))
  (i32.const 0))

;; A number that is 0 or not, and above 0 or not, as the room of a place is.
(func $any_room (param $number i32) (result i32)
  (if (i32.ne (i32.load (call $place (local.get $number))) (i32.const 2))
    (then (return (call $room (local.get $number)))))
  (call $first_free (call $place (local.get $number))))

(func $next_free (param $number i32) (param $src i32) (result i32)
  (local $found i32)
  (local.set $found (call $first_free (call $place (local.get $number))))
  (if (i32.eqz (local.get $found))
    (then (call $fail (global.get $NO_ROOM) (local.get $src) (local.get $number) (i32.const 0))))
  (local.get $found))

(func $top (param $number i32) (result i32)
  (local $place i32) (local $count i32) (local $step i32)
  (local.set $place (call $place (local.get $number)))
  (if (i32.eq (i32.load (local.get $place)) (i32.const 1))
    (then
      (local.set $count (call $word (i32.load offset=16 (local.get $place))))
      (return (select
        (i32.add (i32.load offset=16 (local.get $place)) (local.get $count))
        (i32.const 0)
        (local.get $count)))))
  (local.set $count (i32.load offset=8 (local.get $place)))
  (local.set $step (i32.load offset=12 (local.get $place)))
  (call $first_taken
    (i32.add
      (i32.load offset=4 (local.get $place))
      (i32.mul (i32.sub (local.get $count) (i32.const 1)) (local.get $step)))
    (local.get $count)
    (i32.sub (i32.const 0) (local.get $step))))

(func $bottom (param $number i32) (result i32)
  (local $place i32)
  (local.set $place (call $place (local.get $number)))
  (call $first_taken
    (i32.load offset=4 (local.get $place)) (i32.load offset=8 (local.get $place))
    (i32.load offset=12 (local.get $place))))

;; The number of a cell in its place, from 1.
(func $number_of (param $address i32) (result i32)
  (i32.add
    (i32.sub (local.get $address) (i32.load offset=4 (call $place (call $place_at (local.get $address)))))
    (i32.const 1)))

;; The points of a seat from one source, or from all of them (-1).
(func $scored (param $source i32) (param $seat i32) (result i32)
  (local $at i32) (local $left i32) (local $found i64)
  (local.set $at
    (i32.add (global.get $POINTS) (i32.shl (i32.sub (local.get $seat) (i32.const 1)) (i32.const 2))))
  (if (i32.ge_s (local.get $source) (i32.const 0))
    (then
      (return (i32.load (i32.add (local.get $at)
        (i32.shl (i32.mul (local.get $source) (global.get $PLAYERS)) (i32.const 2)))))))
  (local.set $left (global.get $SOURCES))
  (block $done
    (loop $more
      (br_if $done (i32.eqz (local.get $left)))
      (local.set $found (i64.add (local.get $found) (i64.load32_s (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.shl (global.get $PLAYERS) (i32.const 2))))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $more)))
  (call $checked (local.get $found) (i32.const -1)))

;; ---- groups: cells next to each other whose pieces have the same owner

(func $owner_of (param $family i32) (param $code i32) (result i32)
  (i32.load
    (i32.add
      (i32.load offset=8 (i32.add (global.get $FAMILIES) (i32.shl (local.get $family) (i32.const 4))))
      (i32.shl (i32.sub (local.get $code) (i32.const 1)) (i32.const 2)))))

(func $marked (param $cell i32) (result i32)
  (i32.eq
    (i32.load (i32.add (global.get $MARKS) (i32.shl (local.get $cell) (i32.const 2))))
    (global.get $mark)))

;; Joins a cell to the group that is being gone through, if it belongs to it.
(func $join (param $cell i32) (param $owners i32) (param $owner i32)
  (local $code i32)
  (local.set $code (call $word (local.get $cell)))
  (if (i32.eqz (local.get $code)) (then (return)))
  (if (i32.ne
        (i32.load (i32.add (local.get $owners) (i32.shl (i32.sub (local.get $code) (i32.const 1)) (i32.const 2))))
        (local.get $owner))
    (then (return)))
  (if (call $marked (local.get $cell)) (then (return)))
  (i32.store (i32.add (global.get $MARKS) (i32.shl (local.get $cell) (i32.const 2))) (global.get $mark))
  (call $write (local.get $cell)))

;; Marks the group of a cell; how many cells it has.
(func $flood (param $cell i32) (result i32)
  (local $begin i32) (local $at i32) (local $next i32) (local $left i32) (local $owners i32) (local $owner i32)
  (local.set $begin (global.get $sp))
  (local.set $at (local.get $begin))
  (local.set $owners
    (i32.load offset=8
      (i32.add (global.get $FAMILIES)
        (i32.shl (i32.load offset=36 (call $place (call $place_at (local.get $cell)))) (i32.const 4)))))
  (local.set $owner
    (i32.load
      (i32.add (local.get $owners) (i32.shl (i32.sub (call $word (local.get $cell)) (i32.const 1)) (i32.const 2)))))
  (call $join (local.get $cell) (local.get $owners) (local.get $owner))
  (block $done
    (loop $more
      (br_if $done (i32.ge_u (local.get $at) (global.get $sp)))
      (local.set $next
        (i32.add (global.get $NEIGHBOURS) (i32.shl (i32.load (local.get $at)) (i32.const 4))))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (local.set $left (i32.const 4))
      (loop $others
        (local.set $cell (i32.load (local.get $next)))
        (br_if $more (i32.eqz (local.get $cell)))
        (call $join (local.get $cell) (local.get $owners) (local.get $owner))
        (local.set $next (i32.add (local.get $next) (i32.const 4)))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br_if $others (local.get $left)))
      (br $more)))
  (global.set $sp (local.get $begin))
  (i32.shr_u (i32.sub (local.get $at) (local.get $begin)) (i32.const 2)))

(func $group_size (param $cell i32) (result i32)
  (global.set $mark (i32.add (global.get $mark) (i32.const 1)))
  (call $flood (local.get $cell)))

;; Writes the first cell of each group of a place on the stack; how many groups there are.
(func $groups (param $number i32) (result i32)
  (local $place i32) (local $cell i32) (local $left i32) (local $step i32) (local $found i32)
  (global.set $mark (i32.add (global.get $mark) (i32.const 1)))
  (local.set $place (call $place (local.get $number)))
  (local.set $cell (i32.load offset=4 (local.get $place)))
  (local.set $left (i32.load offset=8 (local.get $place)))
  (local.set $step (i32.load offset=12 (local.get $place)))
  (block $done
    (loop $more
      (br_if $done (i32.eqz (local.get $left)))
      (if (i32.eqz (call $marked (local.get $cell)))
        (then
          (if (call $word (local.get $cell))
            (then
              (drop (call $flood (local.get $cell)))
              (call $write (local.get $cell))
              (local.set $found (i32.add (local.get $found) (i32.const 1)))))))
      (local.set $cell (i32.add (local.get $cell) (local.get $step)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $more)))
  (local.get $found))

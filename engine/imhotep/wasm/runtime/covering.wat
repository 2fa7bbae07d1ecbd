;; Notes what play reaches, in modules that are watched. A function here that has the name of another one stands in its
;; place and calls it by that name with `.plain` behind. See machine/marks.py for what counts.

;; Notes something for the first time, and that it was the first time. What is only tried is not noted.
(func $note (param $number i32)
  (if (i32.load offset=16 (i32.const 0)) (then (return)))
  (if (i32.load8_u (i32.add (global.get $REACHED) (local.get $number))) (then (return)))
  (i32.store8 (i32.add (global.get $REACHED) (local.get $number)) (i32.const 1))
  (i32.store (i32.add (global.get $FRESH) (i32.shl (global.get $fresh) (i32.const 2))) (local.get $number))
  (global.set $fresh (i32.add (global.get $fresh) (i32.const 1))))

;; What was noted for the first time since there was so much of it was carried out in vain.
(func $forget (param $kept i32)
  (block $done
    (loop $more
      (br_if $done (i32.le_s (global.get $fresh) (local.get $kept)))
      (global.set $fresh (i32.sub (global.get $fresh) (i32.const 1)))
      (i32.store8
        (i32.add (global.get $REACHED)
          (i32.load (i32.add (global.get $FRESH) (i32.shl (global.get $fresh) (i32.const 2)))))
        (i32.const 0))
      (br $more))))

;; Notes that a piece of this kind has moved, which lies at an address now.
(func $note_kind (param $address i32)
  (local $family i32) (local $described i32) (local $kinds i32) (local $code i32)
  (local.set $family (i32.load offset=36 (call $place (call $place_at (local.get $address)))))
  (local.set $described (i32.add (global.get $FAMILIES) (i32.shl (local.get $family) (i32.const 4))))
  (local.set $kinds (i32.add (global.get $KINDS) (i32.shl (local.get $family) (i32.const 3))))
  (local.set $code (i32.sub (call $word (local.get $address)) (i32.const 1)))
  (if (i32.load (local.get $described))
    (then
      (local.set $code (i32.load
        (i32.add (i32.load offset=4 (local.get $kinds)) (i32.shl (local.get $code) (i32.const 2))))))
    (else
      (if (i32.ge_s (call $class_at (local.get $address)) (i32.const 0))
        (then (local.set $code (call $class_at (local.get $address)))))
      (local.set $code (i32.div_u (local.get $code) (i32.load offset=4 (local.get $described))))))
  (call $note (i32.add (i32.load (local.get $kinds)) (local.get $code))))

;; The same for an individual, wherever it lies.
(func $note_thing (param $family i32) (param $thing i32)
  (call $note_kind
    (call $word
      (i32.add
        (i32.load offset=12 (i32.add (global.get $FAMILIES) (i32.shl (local.get $family) (i32.const 4))))
        (i32.sub (local.get $thing) (i32.const 1))))))

(func $move (param $address i32) (param $place i32) (param $src i32) (result i32)
  (local.set $address (call $move.plain (local.get $address) (local.get $place) (local.get $src)))
  (if (i32.eqz (global.get $failed)) (then (call $note_kind (local.get $address))))
  (local.get $address))

(func $send (param $family i32) (param $thing i32) (param $place i32) (param $src i32)
  (call $send.plain (local.get $family) (local.get $thing) (local.get $place) (local.get $src))
  (if (i32.eqz (global.get $failed)) (then (call $note_thing (local.get $family) (local.get $thing)))))

;; Rows that are looked up count also where that is only tried; those beyond a table's own do not.
(func $lookup (param $number i32) (param $index i32) (param $src i32) (result i32)
  (local $row i32) (local $table i32)
  (local.set $table (i32.add (global.get $TABLES) (i32.shl (local.get $number) (i32.const 5))))
  (local.set $row (i32.sub (local.get $index) (i32.load offset=4 (local.get $table))))
  (if (i32.lt_u (local.get $row) (i32.load offset=8 (local.get $table)))
    (then
      (i32.store8
        (i32.add
          (i32.load (i32.add (global.get $ROWS_OF) (i32.shl (local.get $number) (i32.const 2))))
          (local.get $row))
        (i32.const 1))))
  (call $lookup.plain (local.get $number) (local.get $index) (local.get $src)))

(func $enter (param $procedure i32)
  (call $enter.plain (local.get $procedure))
  (if (i32.load offset=16 (i32.const 0)) (then (return)))
  (call $note_begun (local.get $procedure))
  (if (i32.gt_s (i32.load offset=8 (i32.const 0)) (global.get $deepest))
    (then
      (global.set $deepest (i32.load offset=8 (i32.const 0)))
      (global.set $deepest_seed (i64.load offset=36 align=4 (i32.const 0))))))

(func $note_begun (param $procedure i32)
  (if (i32.eqz (i32.load offset=16 (i32.const 0)))
    (then (i32.store8 (i32.add (global.get $BEGUN) (local.get $procedure)) (i32.const 1)))))

;; Also notes what there was to pick from, and what was picked.
(func $picked (result i32)
  (local $begin i32) (local $first i32) (local $segment i32)
  (local.set $begin (global.get $sp))
  (local.set $first
    (i32.load (i32.add (global.get $DECISIONS) (i32.shl (call $decision) (i32.const 4)))))
  (call $note_options (local.get $begin) (call $options) (local.get $first))
  (global.set $sp (local.get $begin))
  (local.set $segment (call $picked.plain))
  (i32.store8
    (i32.add (global.get $TAKEN) (i32.add (local.get $first) (i32.load offset=28 (i32.const 0))))
    (i32.const 1))
  (local.get $segment))

;; Options of one way stand together; each way counts once.
(func $note_options (param $at i32) (param $count i32) (param $first i32)
  (local $most i32) (local $way i32) (local $before i32)
  (local.set $most (i32.add (global.get $ASKED) (i32.shl (call $decision) (i32.const 2))))
  (if (i32.gt_s (local.get $count) (i32.load (local.get $most)))
    (then (i32.store (local.get $most) (local.get $count))))
  (local.set $before (i32.const -1))
  (loop $more
    (local.set $way (i32.load (local.get $at)))
    (if (i32.ne (local.get $way) (local.get $before))
      (then
        (local.set $before (local.get $way))
        (local.set $way
          (i32.add (global.get $OFFERED) (i32.shl (i32.add (local.get $first) (local.get $way)) (i32.const 3))))
        (i64.store (local.get $way) (i64.add (i64.load (local.get $way)) (i64.const 1)))))
    (local.set $at (i32.add (local.get $at) (i32.const 8)))
    (local.set $count (i32.sub (local.get $count) (i32.const 1)))
    (br_if $more (local.get $count))))

;; Moves pieces.

(func $set_word (param $number i32) (param $value i32)
  (i32.store (i32.shl (local.get $number) (i32.const 2)) (local.get $value)))

;; Notes where an individual lies, where the family has individuals.
(func $note_where (param $where i32) (param $thing i32) (param $address i32)
  (if (local.get $where)
    (then
      (call $set_word
        (i32.add (local.get $where) (i32.sub (local.get $thing) (i32.const 1))) (local.get $address)))))

;; The word that says where the first individual of a place's family lies; 0 for counted pieces.
(func $where_of (param $place i32) (result i32)
  (i32.load offset=12
    (i32.add (global.get $FAMILIES) (i32.shl (i32.load offset=36 (local.get $place)) (i32.const 4)))))

;; Empties a cell, or closes the gap in a pile.
(func $lift (param $place i32) (param $address i32)
  (local $start i32) (local $last i32) (local $where i32) (local $thing i32)
  (if (i32.ne (i32.load (local.get $place)) (i32.const 1))
    (then
      (call $set_word (local.get $address) (i32.const 0))
      (return)))
  (local.set $start (i32.load offset=16 (local.get $place)))
  (local.set $last (i32.add (local.get $start) (call $word (local.get $start))))
  (local.set $where (call $where_of (local.get $place)))
  (block $done
    (loop $more
      (br_if $done (i32.ge_s (local.get $address) (local.get $last)))
      (local.set $thing (call $word (i32.add (local.get $address) (i32.const 1))))
      (call $set_word (local.get $address) (local.get $thing))
      (call $note_where (local.get $where) (local.get $thing) (local.get $address))
      (local.set $address (i32.add (local.get $address) (i32.const 1)))
      (br $more)))
  (call $set_word (local.get $last) (i32.const 0))
  (call $set_word (local.get $start) (i32.sub (call $word (local.get $start)) (i32.const 1))))

;; Empties a cell, or closes the gap in a pile; -1 is what cells have instead of a class.
(func $lift_at (param $address i32)
  (if (i32.eq (call $class_at (local.get $address)) (i32.const -1))
    (then (call $set_word (local.get $address) (i32.const 0)))
    (else (call $lift (call $place (call $place_at (local.get $address))) (local.get $address)))))

;; Takes a counted piece from where it lies; its class.
(func $take (param $address i32) (param $src i32) (result i32)
  (local $class i32) (local $code i32)
  (if (local.get $address) (then (local.set $code (call $word (local.get $address)))))
  (if (i32.eqz (local.get $code))
    (then
      (call $fail (global.get $NO_PIECE) (local.get $src) (i32.const 0) (i32.const 0))
      (return (i32.const 0))))
  (local.set $class (call $class_at (local.get $address)))
  (if (i32.ge_s (local.get $class) (i32.const 0))
    (then
      (call $set_word (local.get $address) (i32.sub (local.get $code) (i32.const 1)))
      (return (local.get $class))))
  (call $lift_at (local.get $address))
  (i32.sub (local.get $code) (i32.const 1)))

(func $no_room (param $number i32) (param $src i32) (result i32)
  (call $fail (global.get $NO_ROOM) (local.get $src) (local.get $number) (i32.const 0))
  (i32.const 0))

;; A place for one seat's own pieces takes no others.
(func $belongs (param $number i32) (param $code i32) (param $src i32)
  (local $place i32) (local $family i32) (local $owner i32)
  (local.set $place (call $place (local.get $number)))
  (local.set $family (i32.load offset=36 (local.get $place)))
  (local.set $owner (call $owner_of (local.get $family) (local.get $code)))
  (if (i32.eqz (i32.load (i32.add (global.get $FAMILIES) (i32.shl (local.get $family) (i32.const 4)))))
    (then (local.set $owner (i32.add (local.get $owner) (i32.const 1)))))
  (if (i32.ne (local.get $owner) (i32.load offset=32 (local.get $place)))
    (then
      (call $fault (global.get $NOT_MINE) (local.get $src) (i64.extend_i32_s (local.get $number)) (i64.const 0)))))

;; Puts a piece on the next free cell: its class plus 1, or an individual's number. The address it has then.
(func $put (param $number i32) (param $code i32) (param $src i32) (result i32)
  (local $place i32) (local $kind i32) (local $count i32) (local $address i32)
  (local.set $place (call $place (local.get $number)))
  (local.set $kind (i32.load (local.get $place)))
  (if (i32.load offset=32 (local.get $place))
    (then (call $belongs (local.get $number) (local.get $code) (local.get $src))))
  (if (i32.eq (local.get $kind) (i32.const 1))
    (then
      (local.set $address (i32.load offset=16 (local.get $place)))
      (local.set $count (call $word (local.get $address)))
      (if (i32.ge_s (local.get $count) (i32.load offset=20 (local.get $place)))
        (then (return (call $no_room (local.get $number) (local.get $src)))))
      (call $set_word (local.get $address) (i32.add (local.get $count) (i32.const 1)))
      (local.set $address (i32.add (i32.add (local.get $address) (local.get $count)) (i32.const 1)))
      (call $set_word (local.get $address) (local.get $code))
      (return (local.get $address))))
  (if (i32.eq (local.get $kind) (i32.const 2))
    (then
      (local.set $address (call $next_free (local.get $number) (local.get $src)))
      (if (local.get $address) (then (call $set_word (local.get $address) (local.get $code))))
      (return (local.get $address))))
  (if (i32.ne (i32.load offset=24 (local.get $place)) (global.get $UNLIMITED))
    (then
      (if (i32.ge_s (call $count (local.get $number)) (i32.load offset=24 (local.get $place)))
        (then (return (call $no_room (local.get $number) (local.get $src)))))))
  (local.set $address
    (i32.add (i32.load offset=16 (local.get $place))
      (i32.div_s (i32.sub (local.get $code) (i32.const 1)) (i32.load offset=28 (local.get $place)))))
  (call $set_word (local.get $address)
    (select
      (i32.add (call $word (local.get $address)) (i32.const 1))
      (local.get $code)
      (i32.load offset=40 (local.get $place))))
  (local.get $address))

(func $move (param $address i32) (param $place i32) (param $src i32) (result i32)
  (local $class i32)
  (local.set $class (call $take (local.get $address) (local.get $src)))
  (if (global.get $failed) (then (return (i32.const 0))))
  (call $put (local.get $place) (i32.add (local.get $class) (i32.const 1)) (local.get $src)))

;; Takes an individual from where it lies; the number of the word that says where.
(func $pick_up (param $family i32) (param $thing i32) (result i32)
  (local $where i32) (local $address i32)
  (local.set $where
    (i32.add
      (i32.load offset=12 (i32.add (global.get $FAMILIES) (i32.shl (local.get $family) (i32.const 4))))
      (i32.sub (local.get $thing) (i32.const 1))))
  (local.set $address (call $word (local.get $where)))
  (call $lift (call $place (call $place_at (local.get $address))) (local.get $address))
  (local.get $where))

(func $send (param $family i32) (param $thing i32) (param $place i32) (param $src i32)
  (local $where i32) (local $found i32)
  (local.set $where (call $pick_up (local.get $family) (local.get $thing)))
  (local.set $found (call $put (local.get $place) (local.get $thing) (local.get $src)))
  (if (i32.eqz (global.get $failed)) (then (call $set_word (local.get $where) (local.get $found)))))

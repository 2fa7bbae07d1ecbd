;; The random generator: SplitMix64 read as a counter-based one, a stream for each purpose. See machine/chance.py.

(func $mix (param $z i64) (result i64)
  (local.set $z (i64.mul
    (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 30))) (i64.const 0xBF58476D1CE4E5B9)))
  (local.set $z (i64.mul
    (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 27))) (i64.const 0x94D049BB133111EB)))
  (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 31))))

(func $stream_key (param $seed i64) (param $name i64) (result i64)
  (call $mix (i64.add
    (call $mix (i64.add (local.get $seed) (i64.const 0x9E3779B97F4A7C15)))
    (local.get $name))))

;; The product of a stream's word and a bound: its upper half is a number below the bound, its lower half says whether
;; it is biased.
(func $product (param $key i64) (param $counter i32) (param $bound i64) (result i64)
  (i64.mul
    (i64.shr_u
      (call $mix (i64.add (local.get $key)
        (i64.mul (i64.extend_i32_u (local.get $counter)) (i64.const 0x9E3779B97F4A7C15))))
      (i64.const 32))
    (local.get $bound)))

;; An unbiased number from 0 up to, not including, $below. $counter is the address of the stream's counter.
(func $bounded (param $key i64) (param $counter i32) (param $below i32) (result i32)
  (local $count i32) (local $bound i64) (local $product i64) (local $threshold i64)
  (local.set $bound (i64.extend_i32_u (local.get $below)))
  (local.set $count (i32.add (i32.load (local.get $counter)) (i32.const 1)))
  (local.set $product (call $product (local.get $key) (local.get $count) (local.get $bound)))
  (if (i64.lt_u (i64.and (local.get $product) (i64.const 0xFFFFFFFF)) (local.get $bound))
    (then
      (local.set $threshold
        (i64.rem_u (i64.sub (i64.const 0x100000000) (local.get $bound)) (local.get $bound)))
      (block $fair
        (loop $again
          (br_if $fair
            (i64.ge_u (i64.and (local.get $product) (i64.const 0xFFFFFFFF)) (local.get $threshold)))
          (local.set $count (i32.add (local.get $count) (i32.const 1)))
          (local.set $product (call $product (local.get $key) (local.get $count) (local.get $bound)))
          (br $again)))))
  (i32.store (local.get $counter) (local.get $count))
  (i32.wrap_i64 (i64.shr_u (local.get $product) (i64.const 32))))

;; ---- the streams of random players, whose next word is always at hand: its number before it is mixed, then the word

;; Makes the next word of a player's stream ready, or the same one again where it is not used up.
(func $next_word (param $stream i32) (param $used i32)
  (local $z i64)
  (local.set $z
    (i64.add (i64.load (local.get $stream))
      (select (i64.const 0x9E3779B97F4A7C15) (i64.const 0) (local.get $used))))
  (i64.store (local.get $stream) (local.get $z))
  (i64.store32 offset=8 (local.get $stream) (i64.shr_u (call $mix (local.get $z)) (i64.const 32))))

;; An unbiased number from 0 up to, not including, $below, which is not 0. For 1 nothing is drawn.
(func $draw_pick (param $stream i32) (param $below i32) (result i32)
  (local $product i64)
  (local.set $product
    (i64.mul (i64.load32_u offset=8 (local.get $stream)) (i64.extend_i32_u (local.get $below))))
  (call $next_word (local.get $stream) (i32.gt_u (local.get $below) (i32.const 1)))
  (if (i32.lt_u (i32.wrap_i64 (local.get $product)) (local.get $below))
    (then (local.set $product (call $fair (local.get $stream) (local.get $below) (local.get $product)))))
  (i32.wrap_i64 (i64.shr_u (local.get $product) (i64.const 32))))

;; A product that is not biased, from those that are drawn after one that may be.
(func $fair (param $stream i32) (param $below i32) (param $product i64) (result i64)
  (local $threshold i32)
  (local.set $threshold (i32.rem_u (i32.sub (i32.const 0) (local.get $below)) (local.get $below)))
  (block $done
    (loop $again
      (br_if $done (i32.ge_u (i32.wrap_i64 (local.get $product)) (local.get $threshold)))
      (local.set $product
        (i64.mul (i64.load32_u offset=8 (local.get $stream)) (i64.extend_i32_u (local.get $below))))
      (call $next_word (local.get $stream) (i32.const 1))
      (br $again)))
  (local.get $product))

;; ---- the streams of the game

(func $game_key (param $stream i32) (result i64)
  (call $stream_key
    (i64.load offset=36 align=4 (i32.const 0))
    (i64.load (i32.add (global.get $STREAMS) (i32.shl (local.get $stream) (i32.const 3))))))

(func $game_counter (param $stream i32) (result i32)
  (i32.add (global.get $COUNTERS) (i32.shl (local.get $stream) (i32.const 2))))

(func $draw (param $stream i32) (param $below i32) (result i32)
  (call $bounded (call $game_key (local.get $stream)) (call $game_counter (local.get $stream)) (local.get $below)))

;; Mixes so many words of a pile, from $first on.
(func $mix_words (param $place i32) (param $first i32) (param $count i32) (param $stream i32)
  (local $i i32) (local $j i32) (local $a i32) (local $b i32) (local $key i64)
  (local.set $key (call $game_key (local.get $stream)))
  (local.set $stream (call $game_counter (local.get $stream)))
  (local.set $i (i32.sub (local.get $count) (i32.const 1)))
  (block $done
    (loop $more
      (br_if $done (i32.le_s (local.get $i) (i32.const 0)))
      (local.set $j (call $bounded (local.get $key) (local.get $stream) (i32.add (local.get $i) (i32.const 1))))
      (local.set $a (call $word (i32.add (local.get $first) (local.get $i))))
      (local.set $b (call $word (i32.add (local.get $first) (local.get $j))))
      (call $set_word (i32.add (local.get $first) (local.get $i)) (local.get $b))
      (call $set_word (i32.add (local.get $first) (local.get $j)) (local.get $a))
      (local.set $i (i32.sub (local.get $i) (i32.const 1)))
      (br $more)))
  (call $note_all (local.get $place) (local.get $first) (local.get $count)))

;; Notes where the individuals lie that stand in so many words.
(func $note_all (param $place i32) (param $first i32) (param $count i32)
  (local $where i32)
  (local.set $where (call $where_of (local.get $place)))
  (if (i32.eqz (local.get $where)) (then (return)))
  (block $done
    (loop $more
      (br_if $done (i32.le_s (local.get $count) (i32.const 0)))
      (call $note_where (local.get $where) (call $word (local.get $first)) (local.get $first))
      (local.set $first (i32.add (local.get $first) (i32.const 1)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br $more))))

(func $shuffle (param $number i32) (param $stream i32)
  (local $place i32) (local $start i32)
  (call $wall)
  (if (global.get $failed) (then (return)))
  (local.set $place (call $place (local.get $number)))
  (local.set $start (i32.load offset=16 (local.get $place)))
  (call $mix_words
    (local.get $place) (i32.add (local.get $start) (i32.const 1)) (call $word (local.get $start))
    (local.get $stream)))

;; Shuffles what lies in one place and puts it under a pile.
(func $shuffle_into (param $from i32) (param $number i32) (param $stream i32) (param $src i32)
  (local $place i32) (local $pile i32) (local $at i32) (local $left i32) (local $step i32) (local $many i32)
  (local $code i32) (local $count i32) (local $there i32) (local $first i32) (local $begin i32)
  (call $wall)
  (if (global.get $failed) (then (return)))
  (local.set $place (call $place (local.get $from)))
  (local.set $pile (call $place (local.get $number)))
  (local.set $begin (global.get $sp))
  (local.set $at (i32.load offset=4 (local.get $place)))
  (local.set $left (i32.load offset=8 (local.get $place)))
  (local.set $step (i32.load offset=12 (local.get $place)))
  (block $done
    (loop $more
      (br_if $done (i32.eqz (local.get $left)))
      (local.set $many (call $word (local.get $at)))
      (local.set $code (call $class_at (local.get $at)))
      (if (i32.ge_s (local.get $code) (i32.const 0))
        (then (local.set $code (i32.add (local.get $code) (i32.const 1))))
        (else
          (local.set $code (local.get $many))
          (local.set $many (i32.ne (local.get $many) (i32.const 0)))))
      (block $all
        (loop $again
          (br_if $all (i32.le_s (local.get $many) (i32.const 0)))
          (call $write (local.get $code))
          (local.set $many (i32.sub (local.get $many) (i32.const 1)))
          (br $again)))
      (call $set_word (local.get $at) (i32.const 0))
      (local.set $at (i32.add (local.get $at) (local.get $step)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $more)))
  (if (i32.eq (i32.load (local.get $place)) (i32.const 1))
    (then (call $set_word (i32.load offset=16 (local.get $place)) (i32.const 0))))
  (local.set $count (i32.shr_u (i32.sub (global.get $sp) (local.get $begin)) (i32.const 2)))
  (global.set $sp (local.get $begin))
  (local.set $first (i32.load offset=16 (local.get $pile)))
  (local.set $there (call $word (local.get $first)))
  (if (i32.gt_s (i32.add (local.get $there) (local.get $count)) (i32.load offset=20 (local.get $pile)))
    (then
      (drop (call $no_room (local.get $number) (local.get $src)))
      (return)))
  (call $set_word (local.get $first) (i32.add (local.get $there) (local.get $count)))
  (local.set $first (i32.add (local.get $first) (i32.const 1)))
  (memory.copy
    (i32.shl (i32.add (local.get $first) (local.get $count)) (i32.const 2))
    (i32.shl (local.get $first) (i32.const 2))
    (i32.shl (local.get $there) (i32.const 2)))
  (memory.copy (i32.shl (local.get $first) (i32.const 2)) (local.get $begin) (i32.shl (local.get $count) (i32.const 2)))
  (call $mix_words (local.get $pile) (local.get $first) (local.get $count) (local.get $stream))
  (call $note_all (local.get $pile) (local.get $first) (i32.add (local.get $count) (local.get $there))))

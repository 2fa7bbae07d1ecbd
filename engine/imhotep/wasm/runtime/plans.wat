;; Effects, plans and trials. A trial runs on the state itself, which is kept on the stack before and put back after.

;; ---- the stack: room to work in, above everything else; it grows as it is needed

(func $reserve (param $bytes i32)
  (if (i32.gt_u (i32.add (global.get $sp) (local.get $bytes)) (global.get $room))
    (then (call $grow (local.get $bytes)))))

(func $grow (param $bytes i32)
  (local $pages i32)
  (local.set $pages
    (i32.shr_u (i32.add (i32.add (global.get $sp) (local.get $bytes)) (i32.const 131072)) (i32.const 16)))
  (if (i32.eq (memory.grow (i32.sub (local.get $pages) (memory.size))) (i32.const -1))
    (then (call $fault (global.get $TOO_MUCH_MEMORY) (i32.const -1) (i64.const 0) (i64.const 0))))
  (global.set $room (i32.shl (memory.size) (i32.const 16))))

(func $write (param $word i32)
  (call $reserve (i32.const 4))
  (i32.store (global.get $sp) (local.get $word))
  (global.set $sp (i32.add (global.get $sp) (i32.const 4))))

;; Writes down a candidate.
(func $push (param $way i32) (param $value i32)
  (call $reserve (i32.const 8))
  (i32.store (global.get $sp) (local.get $way))
  (i32.store offset=4 (global.get $sp) (local.get $value))
  (global.set $sp (i32.add (global.get $sp) (i32.const 8))))

;; Writes down a candidate unless there is an equal piece among those from $first on.
(func $push_distinct (param $way i32) (param $value i32) (param $first i32)
  (local $class i32)
  (local.set $class (call $class (local.get $value)))
  (block $new
    (loop $more
      (br_if $new (i32.ge_u (local.get $first) (global.get $sp)))
      (if (i32.eq (call $class (i32.load offset=4 (local.get $first))) (local.get $class)) (then (return)))
      (local.set $first (i32.add (local.get $first) (i32.const 8)))
      (br $more)))
  (call $push (local.get $way) (local.get $value)))

;; Keeps the state on the stack, its length first; where it is kept.
(func $keep (result i32)
  (local $kept i32) (local $bytes i32)
  (local.set $kept (global.get $sp))
  (local.set $bytes (i32.shl (global.get $top) (i32.const 2)))
  (call $reserve (i32.add (local.get $bytes) (i32.const 16)))
  (i32.store (local.get $kept) (global.get $top))
  (memory.copy (i32.add (local.get $kept) (i32.const 16)) (i32.const 0) (local.get $bytes))
  (global.set $sp (call $after (local.get $kept)))
  (local.get $kept))

;; Where the stack goes on after a state that is kept.
(func $after (param $kept i32) (result i32)
  (i32.add (local.get $kept)
    (i32.and (i32.add (i32.shl (i32.load (local.get $kept)) (i32.const 2)) (i32.const 31)) (i32.const -16))))

;; Puts the state back as it was, and keeps it still.
(func $put_back (param $kept i32)
  (global.set $top (i32.load (local.get $kept)))
  (memory.copy (i32.const 0) (i32.add (local.get $kept) (i32.const 16)) (i32.shl (global.get $top) (i32.const 2)))
  (global.set $sp (call $after (local.get $kept))))

;; Puts the state back as it was, and gives back the room it took.
(func $restore (param $kept i32)
  (call $put_back (local.get $kept))
  (global.set $sp (local.get $kept)))

;; How many plans were open in a state that is kept.
(func $kept_plans (param $kept i32) (result i32)
  (i32.load offset=28 (local.get $kept)))

;; ---- the budget, and effects that wait for one another

(func $over_budget
  (call $fault (global.get $OVER_BUDGET) (i32.const -1) (i64.const 0) (i64.const 0)))

(func $count_steps (param $steps i32)
  (i32.store offset=44 (i32.const 0) (i32.add (i32.load offset=44 (i32.const 0)) (local.get $steps)))
  (call $check_steps))

(func $check_steps
  (if (i32.gt_s (i32.load offset=44 (i32.const 0)) (global.get $BUDGET)) (then (call $over_budget))))

(func $tick
  (call $count_steps (i32.const 1)))

;; Another effect begins before the one before it is over.
(func $enter (param $procedure i32)
  (i32.store offset=8 (i32.const 0) (i32.add (i32.load offset=8 (i32.const 0)) (i32.const 1)))
  (if (i32.gt_s (i32.load offset=8 (i32.const 0)) (global.get $PENDING))
    (then
      (call $fault (global.get $TOO_LONG_CHAIN) (i32.const -1)
        (i64.extend_i32_s (local.get $procedure)) (i64.const 0))))
  (call $check_steps))

;; The first frame, for an effect with so many variables.
(func $new_frame (param $locals i32)
  (i32.store offset=8 (i32.const 0) (i32.const 1))
  (i32.store offset=4 (i32.const 0) (global.get $top))
  (local.set $locals (i32.add (local.get $locals) (i32.const 2)))
  (memory.fill
    (i32.shl (global.get $top) (i32.const 2)) (i32.const 0) (i32.shl (local.get $locals) (i32.const 2)))
  (global.set $top (i32.add (global.get $top) (local.get $locals))))

;; ---- plans

;; Nothing is foreseen from here on: a trial has succeeded, open plans are over.
(func $wall
  (if (i32.load offset=12 (i32.const 0))
    (then
      (if (i32.load offset=16 (i32.const 0))
        (then
          (global.set $failed (i32.const 2))
          (return)))
      (i32.store offset=12 (i32.const 0) (i32.const 0)))))

;; One plan is carried out; in a trial that is all that had to be shown.
(func $plan_end
  (local $plans i32)
  (local.set $plans (i32.load offset=12 (i32.const 0)))
  (if (i32.eqz (local.get $plans)) (then (return)))
  (local.set $plans (i32.sub (local.get $plans) (i32.const 1)))
  (i32.store offset=12 (i32.const 0) (local.get $plans))
  (if (i32.and (i32.ne (i32.load offset=16 (i32.const 0)) (i32.const 0)) (i32.eqz (local.get $plans)))
    (then (global.set $failed (i32.const 2)))))

;; The same in play, where nothing is only tried.
(func $plan_played
  (if (i32.load offset=12 (i32.const 0))
    (then (i32.store offset=12 (i32.const 0) (i32.sub (i32.load offset=12 (i32.const 0)) (i32.const 1))))))

(func $decision (result i32)
  (i32.sub (i32.load offset=20 (i32.const 0)) (i32.const 1)))

;; Whether the decision that waits has options of last resort.
(func $last_resorts (result i32)
  (i32.load offset=8 (i32.add (global.get $DECISIONS) (i32.shl (call $decision) (i32.const 4)))))

(func $way (param $way i32) (result i32)
  (i32.add (global.get $WAYS)
    (i32.shl
      (i32.add
        (i32.load (i32.add (global.get $DECISIONS) (i32.shl (call $decision) (i32.const 4))))
        (local.get $way))
      (i32.const 4))))

;; Writes down the candidates of the decision that waits, or those of last resort.
(func $candidates (param $last_resort i32)
  (call_indirect (type $act)
    (i32.add (select (global.get $LAST_RESORTS) (global.get $CANDIDATES) (local.get $last_resort)) (call $decision))))

;; Whether a candidate is a legal option.
(func $test (param $way i32) (param $value i32) (result i32)
  (call_indirect (type $test) (local.get $way) (local.get $value)
    (i32.add
      (i32.add (global.get $TESTS)
        (i32.load (i32.add (global.get $DECISIONS) (i32.shl (call $decision) (i32.const 4)))))
      (local.get $way))))

;; A candidate that needs no test.
(func $legal (param $way i32) (param $value i32) (result i32)
  (i32.const 1))

;; The test of a way whose plan is no plain condition.
(func $trial (param $way i32) (param $value i32) (result i32)
  (if (i32.eqz (i32.or
        (i32.load offset=12 (i32.const 0))
        (i32.load offset=4 (call $way (local.get $way)))))
    (then (return (i32.const 1))))
  (call $try_plan (local.get $way) (local.get $value)))

;; The same where a plan is known to begin. What the first of nested trials goes through is counted by itself.
(func $try_plan (param $way i32) (param $value i32) (result i32)
  (local $gone i32) (local $legal i32)
  (if (i32.load offset=16 (i32.const 0)) (then (return (call $branch (local.get $way) (local.get $value)))))
  (global.set $foresight (global.get $FORESIGHT))
  (local.set $gone (global.get $gone))
  (global.set $gone (i32.const 0))
  (local.set $legal (call $branch (local.get $way) (local.get $value)))
  (global.set $gone (local.get $gone))
  (local.get $legal))

;; Notes an answer: nobody has to decide any more.
(func $note_answer (param $way i32) (param $value i32)
  (i64.store offset=20 align=4 (i32.const 0) (i64.const 0))
  (i32.store offset=28 (i32.const 0) (local.get $way))
  (i32.store offset=32 (i32.const 0) (local.get $value)))

;; Notes an answer; the segment where it goes on.
(func $take_answer (param $way i32) (param $value i32) (result i32)
  (local $segment i32)
  (local.set $segment (i32.load (call $way (local.get $way))))
  (call $note_answer (local.get $way) (local.get $value))
  (local.get $segment))

;; Whether the open plan comes to its end with this answer.
(func $branch (param $way i32) (param $value i32) (result i32)
  (local $kept i32) (local $segment i32)
  (local.set $kept (call $begin_trial))
  (local.set $segment (call $take_answer (local.get $way) (local.get $value)))
  (call $end_trial (local.get $kept) (call $attempt (local.get $segment))))

;; Whether the plan that begins at a segment can be carried out from this state.
(func $possible (param $segment i32) (result i32)
  (local $kept i32)
  (if (i32.eqz (i32.load offset=16 (i32.const 0))) (then (global.set $foresight (global.get $FORESIGHT))))
  (local.set $kept (call $begin_trial))
  (i32.store offset=12 (i32.const 0) (i32.const 0))
  (call $end_trial (local.get $kept) (call $attempt (local.get $segment))))

;; The first one of nested trials is where the state is that play goes on with.
(func $begin_trial (result i32)
  (local $kept i32)
  (local.set $kept (call $keep))
  (if (i32.eqz (global.get $trial)) (then (global.set $trial (local.get $kept))))
  (i32.store offset=16 (i32.const 0) (i32.const 1))
  (local.get $kept))

(func $end_trial (param $kept i32) (param $outcome i32) (result i32)
  (call $restore (local.get $kept))
  (if (i32.eq (global.get $trial) (local.get $kept)) (then (global.set $trial (i32.const 0))))
  (local.get $outcome))

;; Notes that so many steps were tried. Play stops at the next decision where they are too many for a game.
(func $spend (param $steps i32)
  (global.set $foresight (i32.sub (global.get $foresight) (local.get $steps)))
  (global.set $foreseen (i32.add (global.get $foreseen) (local.get $steps)))
  (if (i32.and
        (i32.gt_s (global.get $foreseen) (global.get $MOST_FORESEEN))
        (i32.ge_s (global.get $last) (i32.const 0)))
    (then (global.set $last (i32.const -1)))))

;; Goes on with the open plan: 1 when it comes to its end or to a wall.
(func $attempt (param $segment i32) (result i32)
  (local $before i32) (local $outcome i32)
  (local.set $before (i32.load offset=44 (i32.const 0)))
  (local.set $outcome (call $carry_on (local.get $segment)))
  (call $spend (i32.sub (i32.load offset=44 (i32.const 0)) (local.get $before)))
  (if (i32.lt_s (local.get $outcome) (i32.const 0)) (then (return (call $any_option))))
  (local.get $outcome))

;; Runs in a trial: 0 when it fails, 1 when the plan comes to its end or to a wall, -1 where a choice is to be made.
(func $carry_on (param $segment i32) (result i32)
  (local $why i32)
  (block $asked
    (loop $more
      (local.set $segment (call_indirect (type $segment) (call $frame) (local.get $segment)))
      (if (global.get $failed)
        (then
          (local.set $why (global.get $failed))
          (global.set $failed (i32.const 0))
          (return (i32.eq (local.get $why) (i32.const 2)))))
      (call $tick)
      (br_if $more (i32.ge_s (local.get $segment) (i32.const 0)))
      (br_if $asked (i32.eq (local.get $segment) (i32.const -1)))
      (return (i32.const 1))))
  (i32.const -1))

;; Whether one of the options that a tried plan has come to leads to its end. The state is kept only where something may
;; be tried after it, and put back only for that: what tries this plan puts it back in any case.
(func $any_option (result i32)
  (local $begin i32) (local $end i32) (local $last_resort i32) (local $others i32) (local $kept i32)
  (if (i32.ge_s (global.get $depth) (global.get $DEEPEST_PLAN))
    (then
      (call $fault (global.get $TOO_DEEP) (i32.const -1)
        (i64.extend_i32_s (call $decision)) (i64.const 0))))
  (global.set $depth (i32.add (global.get $depth) (i32.const 1)))
  (local.set $others (call $last_resorts))
  (loop $other
    (local.set $begin (global.get $sp))
    (call $candidates (local.get $last_resort))
    (local.set $end (global.get $sp))
    (block $none
      (br_if $none (global.get $failed))
      (br_if $none (i32.eq (local.get $begin) (local.get $end)))
      (local.set $kept (i32.const 0))
      (if (i32.or
            (i32.gt_u (i32.sub (local.get $end) (local.get $begin)) (i32.const 8))
            (local.get $others))
        (then (local.set $kept (call $keep))))
      (loop $more
        (call $spend (i32.const 1))
        (if (i32.lt_s (global.get $foresight) (i32.const 0))
          (then
            (call $fault (global.get $TOO_LONG_PLAN) (i32.const -1)
              (i64.extend_i32_s (call $decision)) (i64.const 0))))
        (if (call $attempt
              (call $take_answer (i32.load (local.get $begin)) (i32.load offset=4 (local.get $begin))))
          (then
            (global.set $depth (i32.sub (global.get $depth) (i32.const 1)))
            (return (i32.const 1))))
        (br_if $none (global.get $failed))
        (if (local.get $kept) (then (call $put_back (local.get $kept))))
        (local.set $begin (i32.add (local.get $begin) (i32.const 8)))
        (br_if $more (i32.lt_u (local.get $begin) (local.get $end)))))
    (if (i32.and (local.get $others) (i32.eqz (global.get $failed)))
      (then
        (local.set $others (i32.const 0))
        (local.set $last_resort (i32.const 1))
        (br $other))))
  (global.set $depth (i32.sub (global.get $depth) (i32.const 1)))
  (i32.const 0))

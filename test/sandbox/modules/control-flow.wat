;; Every kind of control flow, and numbers of every type. Input: 8 bytes. Output: 8 bytes that depend on all paths.
(module
  (import "host" "input_size" (func $input_size (result i32)))
  (import "host" "read_input" (func $read_input (param i32 i32 i32)))
  (import "host" "write_output" (func $write_output (param i32 i32)))
  (memory (export "memory") 2)
  (table 3 funcref)
  (elem (i32.const 0) $fibonacci $collatz $bits)
  (global $sum (mut i64) (i64.const 0))
  (type $unary (func (param i32) (result i32)))

  (func $mix (param $value i64)
    (global.set $sum
      (i64.xor (i64.mul (global.get $sum) (i64.const 0x100000001b3)) (local.get $value))))

  (func $fibonacci (param $n i32) (result i32)
    (if (i32.lt_u (local.get $n) (i32.const 2)) (then (return (local.get $n))))
    (i32.add
      (call $fibonacci (i32.sub (local.get $n) (i32.const 1)))
      (call $fibonacci (i32.sub (local.get $n) (i32.const 2)))))

  (func $collatz (param $n i32) (result i32)
    (local $steps i32)
    (local.set $n (i32.add (local.get $n) (i32.const 1)))
    (block $done (result i32)
      (loop $next (result i32)
        (drop (br_if $done (local.get $steps) (i32.eq (local.get $n) (i32.const 1))))
        (local.set $steps (i32.add (local.get $steps) (i32.const 1)))
        (if (i32.and (local.get $n) (i32.const 1))
          (then (local.set $n (i32.add (i32.mul (local.get $n) (i32.const 3)) (i32.const 1))))
          (else (local.set $n (i32.shr_u (local.get $n) (i32.const 1)))))
        (br $next))))

  ;; Leaves the function by a branch to its own label, from inside two blocks.
  (func $bits (param $n i32) (result i32)
    (block
      (loop
        (br 2 (i32.popcnt (local.get $n)))))
    (unreachable))

  (func $choose (param $n i32) (result i32)
    (block $default
      (block $two
        (block $one
          (block $zero
            (br_table $zero $one $two $default (i32.and (local.get $n) (i32.const 7))))
          (return (i32.const 11)))
        (return (if (result i32) (i32.and (local.get $n) (i32.const 8)) (then (i32.const 21)) (else (i32.const 22)))))
      (return (i32.const 31)))
    (i32.const 41))

  (func $floats (param $n i32) (result i64)
    (local $x f64) (local $y f32)
    (local.set $x (f64.div (f64.convert_i32_s (local.get $n)) (f64.const 7)))
    (local.set $y (f32.sqrt (f32.abs (f32.demote_f64 (local.get $x)))))
    (i64.add
      (i64.reinterpret_f64 (f64.floor (local.get $x)))
      (i64.trunc_sat_f32_s (f32.mul (local.get $y) (f32.const 1000)))))

  (func (export "execute")
    (local $i i32) (local $n i32)
    (call $read_input (i32.const 0) (i32.const 0) (call $input_size))
    (loop $each
      (local.set $n (i32.load8_u (local.get $i)))
      (call $mix (i64.extend_i32_u
        (call_indirect (type $unary)
          (i32.and (local.get $n) (i32.const 15))
          (i32.rem_u (local.get $n) (i32.const 3)))))
      (call $mix (i64.extend_i32_u (call $choose (local.get $n))))
      (call $mix (call $floats (i32.extend8_s (local.get $n))))
      (memory.copy (i32.const 4096) (i32.const 0) (i32.const 8))
      (memory.fill (i32.const 4100) (local.get $n) (i32.const 2))
      (call $mix (i64.load (i32.const 4096)))
      (call $mix (i64.extend_i32_u
        (select (i32.const 1) (memory.size) (i32.gt_u (local.get $n) (i32.const 127)))))
      (if (i32.eq (local.get $n) (i32.const 77)) (then (call $mix (i64.extend_i32_u (memory.grow (i32.const 1))))))
      (br_if $each (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (call $input_size))))
    (i64.store (i32.const 64) (global.get $sum))
    (call $write_output (i32.const 64) (i32.const 8))))

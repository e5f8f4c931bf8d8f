;; The honest module. Input: {"amount":"<decimal>","bps":"<decimal>"} with sorted keys, as the sandbox writes it.
;; Output: {"value":"<amount × bps ÷ 10 000, rounded down>"}. Amounts are 64-bit.
(module
  (import "host" "input_size" (func $input_size (result i32)))
  (import "host" "read_input" (func $read_input (param i32 i32 i32)))
  (import "host" "write_output" (func $write_output (param i32 i32)))
  (import "host" "log" (func $log (param i32 i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "{\"value\":\"")
  (data (i32.const 16) "\"}")
  (data (i32.const 32) "calculated")
  (global $cursor (mut i32) (i32.const 1024))

  ;; Read the digits of the next number, and stop behind it.
  (func $read_number (result i64)
    (local $value i64) (local $digit i32)
    (loop $seek
      (local.set $digit (i32.sub (i32.load8_u (global.get $cursor)) (i32.const 48)))
      (if (i32.ge_u (local.get $digit) (i32.const 10))
        (then
          (global.set $cursor (i32.add (global.get $cursor) (i32.const 1)))
          (br $seek))))
    (loop $digits
      (local.set $digit (i32.sub (i32.load8_u (global.get $cursor)) (i32.const 48)))
      (if (i32.lt_u (local.get $digit) (i32.const 10))
        (then
          (local.set $value
            (i64.add (i64.mul (local.get $value) (i64.const 10)) (i64.extend_i32_u (local.get $digit))))
          (global.set $cursor (i32.add (global.get $cursor) (i32.const 1)))
          (br $digits))))
    (local.get $value))

  ;; Write digits that end before address 512; answer where they start.
  (func $write_number (param $value i64) (result i32)
    (local $at i32)
    (local.set $at (i32.const 512))
    (loop $digits
      (local.set $at (i32.sub (local.get $at) (i32.const 1)))
      (i32.store8 (local.get $at)
        (i32.add (i32.wrap_i64 (i64.rem_u (local.get $value) (i64.const 10))) (i32.const 48)))
      (local.set $value (i64.div_u (local.get $value) (i64.const 10)))
      (br_if $digits (i64.ne (local.get $value) (i64.const 0))))
    (local.get $at))

  (func (export "execute")
    (local $amount i64) (local $start i32)
    (call $read_input (i32.const 1024) (i32.const 0) (call $input_size))
    (local.set $amount (call $read_number))
    (local.set $start
      (call $write_number
        (i64.div_u (i64.mul (local.get $amount) (call $read_number)) (i64.const 10000))))
    (call $write_output (i32.const 0) (i32.const 10))
    (call $write_output (local.get $start) (i32.sub (i32.const 512) (local.get $start)))
    (call $write_output (i32.const 16) (i32.const 2))
    (call $log (i32.const 32) (i32.const 10))))

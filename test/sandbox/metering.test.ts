import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HOST_FUNCTIONS } from '../../tools/sandbox/host-functions.ts'
import { DEFAULT_LIMITS } from '../../tools/sandbox/limits.ts'
import { meterModule } from '../../tools/sandbox/meter-module.ts'
import { runModule } from '../../tools/sandbox/run-module.ts'
import { assemble, assembleEntry, assembleFile } from './assemble.ts'
import { runHere } from './open-sandbox.ts'

/** Run a module as it is, with a host that charges nothing. */
function runUnmetered(module: Uint8Array<ArrayBuffer>, input: Uint8Array): Uint8Array {
  const output: number[] = []
  const imports = {
    input_size: () => input.length,
    read_input: (pointer: number, offset: number, length: number) =>
      new Uint8Array(memory.buffer, pointer, length).set(input.subarray(offset, offset + length)),
    write_output: (pointer: number, length: number) =>
      void output.push(...new Uint8Array(memory.buffer, pointer, length)),
    log: () => undefined,
  } satisfies Record<keyof typeof HOST_FUNCTIONS, (...args: number[]) => unknown>
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), { host: imports })
  const memory = exports.memory as WebAssembly.Memory
  ;(exports.execute as () => void)()
  return Uint8Array.from(output)
}

describe('metering', () => {
  const controlFlow = assembleFile('control-flow')

  test('I44: a metered module computes what it computes without', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 8 }), (bytes) => {
        const input = Uint8Array.from(bytes)
        const outcome = runModule({ module: controlFlow, input, limits: DEFAULT_LIMITS })
        expect(outcome).toMatchObject({ kind: 'done', output: runUnmetered(controlFlow, input) })
        expect(runModule({ module: controlFlow, input, limits: DEFAULT_LIMITS })).toEqual(outcome)
      }),
      { numRuns: 100, seed: 1 },
    )
  })

  test('I44: the stack count is given back on every way out of a function', () => {
    const { bytes } = meterModule(controlFlow, DEFAULT_LIMITS)
    const host = {
      input_size: () => 8,
      read_input: (pointer: number) =>
        new Uint8Array(memory.buffer, pointer, 8).set([0, 1, 2, 3, 9, 10, 77, 255]),
      write_output: () => undefined,
    }
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { host })
    const memory = exports.memory as WebAssembly.Memory
    ;(exports.fuel as WebAssembly.Global<bigint>).value = 10n ** 9n
    ;(exports.execute as () => void)()
    expect((exports.stack as WebAssembly.Global<number>).value).toBe(DEFAULT_LIMITS.stackSlots)
  })

  test('I44: every straight-line run is paid, whichever way control takes', () => {
    const fuelOf = (body: string, fields?: string) => {
      const outcome = runHere(assembleEntry(body, fields))
      return 'fuelUsed' in outcome ? outcome.fuelUsed : Number.NaN
    }
    const base = fuelOf('')
    const nops = '(nop)'.repeat(100)
    // A hundred of them after, in or before each construct: at least a hundred more, and no more than the run has.
    for (const [without, body] of [
      ['(block)', `(block ${nops})`],
      ['(block)', `(block) ${nops}`],
      ['(loop)', `(loop ${nops})`],
      ['(if (i32.const 1) (then))', `(if (i32.const 1) (then ${nops}))`],
      ['(if (i32.const 0) (then) (else (nop)))', `(if (i32.const 0) (then) (else (nop) ${nops}))`],
      ['(block (br_if 0 (i32.const 0)))', `(block (br_if 0 (i32.const 0)) ${nops})`],
      [
        '(block (block (br_table 0 1 (i32.const 0))))',
        `(block (block (br_table 0 1 (i32.const 0))) ${nops})`,
      ],
    ] as const) {
      expect(fuelOf(body) - fuelOf(without), body).toBe(100)
      expect(fuelOf(without)).toBeGreaterThan(base)
    }
    for (const [without, body] of [
      ['(if (i32.const 0) (then))', `(if (i32.const 0) (then ${nops}))`],
      ['(if (i32.const 1) (then) (else (nop)))', `(if (i32.const 1) (then) (else (nop) ${nops}))`],
      ['(block (br 0))', `(block (br 0) ${nops})`],
      ['(return)', `(return) ${nops}`],
    ] as const) {
      expect(fuelOf(body), body).toBe(fuelOf(without))
    }
  })

  test('I44: locals are paid, since each call sets them to zero', () => {
    const withLocals = (count: number) => runHere(assembleEntry('(local i64)'.repeat(count)))
    const [few, many] = [withLocals(1), withLocals(501)]
    expect('fuelUsed' in many && 'fuelUsed' in few && many.fuelUsed - few.fuelUsed).toBe(500)
  })

  test('I44: a trap of the module itself is told from a limit', () => {
    expect(runHere(assembleEntry('(unreachable)'))).toMatchObject({ kind: 'trap', reason: 'unreachable' })
    expect(runHere(assembleEntry('(drop (i32.div_u (i32.const 1) (i32.const 0)))'))).toMatchObject({
      kind: 'trap',
      reason: 'divide by zero',
    })
    expect(runHere(assembleEntry('(drop (i32.load (i32.const -1)))'))).toMatchObject({
      kind: 'trap',
      reason: 'memory access out of bounds',
    })
  })

  test('I44: a segment outside of the memory is a trap, not a crash', () => {
    expect(runHere(assembleEntry('', '(data (i32.const 65536) "x")'))).toMatchObject({ kind: 'trap' })
  })
})

describe('modules that are not taken', () => {
  const rejected = (module: Uint8Array<ArrayBuffer>) => {
    const outcome = runHere(module)
    return outcome.kind === 'rejected' ? outcome.problem : outcome.kind
  }

  test.each([
    ['fuel', '(global.set 0 (i64.const 0x7fffffffffffffff))'],
    ['stack', '(global.set 1 (i32.const 0x7fffffff))'],
  ])('I44: the %s counter is out of reach', (_, body) => {
    expect(rejected(assembleEntry(body))).toBe('it is not valid WebAssembly')
  })

  test('I44: the helpers are out of reach', () => {
    expect(rejected(assembleEntry('(drop (call 5 (i32.const -1)))'))).toBe('it is not valid WebAssembly')
  })

  test.each([
    ['an empty file', () => new Uint8Array(0), /not valid/],
    ['bytes that are no module', () => new TextEncoder().encode('{"value": 1}'), /not valid/],
    ['half a module', () => assembleEntry('(nop)').slice(0, -3), /not valid/],
    ['a start function', () => assembleEntry('', '(func $s) (start $s)'), /start functions/],
    ['vectors', () => assembleEntry('(drop (v128.const i64x2 0 0))'), /instruction 0xfd/],
    ['a vector as a local', () => assembleEntry('(local v128)'), /value type 0x7b/],
    ['tail calls', () => assembleEntry('(return_call $f)', '(func $f)'), /instruction 0x12/],
    [
      'shared memory',
      () => assembleEntry('', '', '(memory (export "memory") 1 2 shared)'),
      /shared and 64-bit memories/,
    ],
    ['atomics', () => assembleEntry('(drop (i32.atomic.load (i32.const 0)))'), /instruction 0xfe/],
    [
      'several results',
      () => assembleEntry('', '(func (result i32 i32) (i32.const 1) (i32.const 2))'),
      /several results/,
    ],
    [
      'blocks with parameters',
      () => assembleEntry('(i32.const 1) (block (param i32) (drop))', '(type (func (param i32)))'),
      /value type/,
    ],
    ['references', () => assembleEntry('(drop (ref.null func))'), /instruction 0xd0/],
    ['a table of other references', () => assembleEntry('', '(table 1 externref)'), /table type/],
    ['two tables', () => assembleEntry('', '(table 1 funcref) (table 1 funcref)'), /more than one table/],
    [
      'growing a table',
      () => assembleEntry('(drop (table.grow (ref.null func) (i32.const 1)))', '(table 1 funcref)'),
      /instruction/,
    ],
    [
      'writing to a table',
      () => assembleEntry('(table.copy (i32.const 0) (i32.const 0) (i32.const 0))', '(table 1 funcref)'),
      /instruction 0xfc 14/,
    ],
    [
      'passive elements',
      () => assembleEntry('', '(table 1 funcref) (func $f) (elem func $f)'),
      /element segment/,
    ],
    ['no memory', () => assemble('(module (func (export "execute")))'), /one memory/],
    ['a hidden memory', () => assemble('(module (memory 1) (func (export "execute")))'), /export its memory/],
    ['no entry', () => assemble('(module (memory (export "memory") 1))'), /export the function execute/],
    [
      'an entry with a result',
      () =>
        assemble(
          '(module (memory (export "memory") 1) (func (export "execute") (result i32) (i32.const 0)))',
        ),
      /export the function execute/,
    ],
    [
      'an entry that is the host itself',
      () =>
        assemble(
          '(module (import "host" "input_size" (func $f (result i32))) (memory (export "memory") 1) (export "execute" (func $f)))',
        ),
      /export the function execute/,
    ],
  ] as const)('I45: %s', (_, build, problem) => {
    expect(rejected(build() as Uint8Array<ArrayBuffer>)).toMatch(problem)
  })

  test('I44: whatever bytes are changed, the module is rejected or ends within its limits', () => {
    const module = assembleFile('control-flow')
    const kinds = new Set<string>()
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(module.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 }),
        (changes) => {
          const changed = Uint8Array.from(module)
          for (const [offset, byte] of changes) changed[offset] = byte
          const first = runHere(changed, 'abcdefgh', { fuel: 1_000_000 })
          kinds.add(first.kind)
          expect(runHere(changed, 'abcdefgh', { fuel: 1_000_000 })).toEqual(first)
        },
      ),
      { numRuns: 3_000, seed: 1 },
    )
    expect([...kinds]).toEqual(expect.arrayContaining(['done', 'rejected', 'trap', 'out-of-fuel']))
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCanonicalJson } from '../../tools/core/json.ts'
import { DEFAULT_LIMITS, PAGE_BYTES } from '../../tools/sandbox/limits.ts'
import { assembleEntry, assembleFile } from './assemble.ts'
import { openSandbox, runHere } from './open-sandbox.ts'

const CALCULATOR = assembleFile('calculator')
const REQUEST = { amount: '12345678', bps: '30' }
/** Prices in fuel, stated again: read from the code, they would change along with it. */
const [HOST_CALL_FUEL, GROW_FUEL, BYTES_PER_FUEL] = [1_000, 10_000, 64]
const FUEL = 'SANDBOX_FUEL_EXHAUSTED'
const TRAP = 'SANDBOX_TRAPPED'

const BOMBS: Record<string, { module: () => Uint8Array; code: string }> = {
  'an endless loop': { module: () => assembleEntry('(loop $l (br $l))'), code: FUEL },
  'an empty endless recursion through the table': {
    module: () =>
      assembleEntry(
        '(call_indirect (i32.const 0))',
        '(table 1 funcref) (elem (i32.const 0) $again) (func $again (call_indirect (i32.const 0)))',
      ),
    code: TRAP,
  },
  'a loop that grows the memory': {
    module: () => assembleEntry('(loop $l (drop (memory.grow (i32.const 1))) (br $l))'),
    code: FUEL,
  },
  'a loop that fills 192 MB': {
    module: () =>
      assembleEntry(`(drop (memory.grow (i32.const 3072)))
        (loop $l (memory.fill (i32.const 0) (i32.const 1) (i32.const 0xc000000)) (br $l))`),
    code: FUEL,
  },
  'deep recursion': { module: () => assembleEntry('(call $deep)', '(func $deep (call $deep))'), code: TRAP },
  'deep recursion of wide frames': {
    module: () => {
      const locals = '(local i64)'.repeat(900)
      return assembleEntry(
        '(call $deep (i64.const 1))',
        `(func $deep (param i64) ${locals} (call $deep (local.get 0)))`,
      )
    },
    code: TRAP,
  },
  'deep recursion below many operands': {
    module: () => {
      const pushes = '(f64.convert_i32_s (memory.size))'.repeat(800)
      return assembleEntry('(call $deep)', `(func $deep ${pushes} (call $deep) ${'drop '.repeat(800)})`)
    },
    code: TRAP,
  },
  'a flood of calls to the host': {
    module: () => assembleEntry('(loop $l (call $log (i32.const 0) (i32.const 65536)) (br $l))'),
    code: FUEL,
  },
  'a flood of calls to the host through the table': {
    module: () =>
      assembleEntry(
        '(loop $l (call_indirect (param i32 i32) (i32.const 0) (i32.const 0) (i32.const 0)) (br $l))',
        '(table 1 funcref) (elem (i32.const 0) $log)',
      ),
    code: FUEL,
  },
  'a module of 100 MB': { module: () => new Uint8Array(100 * 1024 * 1024), code: 'SANDBOX_TOO_LARGE' },
  'a memory of 4 GB at the start': {
    module: () => assembleEntry('(nop)', '', '(memory (export "memory") 65536)'),
    code: 'SANDBOX_MODULE_REJECTED',
  },
  'a table of ten million entries': {
    module: () => assembleEntry('(nop)', '(table 10000000 funcref)'),
    code: 'SANDBOX_MODULE_REJECTED',
  },
  'a function too large to compile': {
    module: () => assembleEntry('(drop (memory.size))'.repeat(50_000)),
    code: 'SANDBOX_MODULE_REJECTED',
  },
  'a function too complex to compile': {
    module: () => assembleEntry(`${'(local i64)'.repeat(2_000)} ${'(block)'.repeat(1_000)}`),
    code: 'SANDBOX_MODULE_REJECTED',
  },
  'an output that never ends': {
    module: () => assembleEntry('(loop $l (call $write_output (i32.const 0) (i32.const 1024)) (br $l))'),
    code: 'SANDBOX_TOO_LARGE',
  },
}

describe('s63-wasm-bomb', () => {
  test.each(
    Object.entries(BOMBS),
  )('I44: %s ends twice in the same way, and the host goes on', async (_, bomb) => {
    const { end } = openSandbox()
    const module = bomb.module()
    const first = await end(module)
    const second = await end(module)
    expect(first.code).toBe(bomb.code)
    expect(first.error?.layer).toBe('sandbox')
    expect(second).toMatchObject({ code: first.code, fuelUsed: first.fuelUsed })
    expect(second.error?.message).toBe(first.error?.message)
    if (bomb.code === FUEL) expect(first.fuelUsed).toBe(DEFAULT_LIMITS.fuel)
    expect((await end(CALCULATOR, REQUEST)).answer?.output).toEqual({ value: '37037' })
  })

  test('I44: the wall clock ends what fuel would let run', async () => {
    const { end } = openSandbox({ fuel: 2 ** 50, wallClockMs: 300 })
    const { code, answer } = await end(assembleEntry('(loop $l (br $l))'))
    expect(code).toBe('SANDBOX_TIMED_OUT')
    expect(answer).toBeUndefined()
  })

  test('I44: a caller who gives up ends the module', async () => {
    const { end } = openSandbox({ fuel: 2 ** 50, wallClockMs: 50_000 })
    const controller = new AbortController()
    const ending = end(assembleEntry('(loop $l (br $l))'), {}, controller.signal)
    controller.abort()
    expect((await ending).code).toBe('SANDBOX_FAILED')
  })

  test('I44: bombs that run at the same time do not disturb an honest module', async () => {
    const { end } = openSandbox()
    const bomb = assembleEntry('(loop $l (br $l))')
    const endings = await Promise.all([bomb, CALCULATOR, bomb].map((module) => end(module, REQUEST)))
    expect(endings[1]?.answer?.output).toEqual({ value: '37037' })
    expect(endings.map(({ error }) => error?.code)).toEqual([FUEL, undefined, FUEL])
  })
})

describe('fuel', () => {
  const fuelOf = (body: string, fields?: string) => {
    const outcome = runHere(assembleEntry(body, fields))
    if (outcome.kind !== 'done') throw new Error(outcome.kind)
    return outcome.fuelUsed
  }

  test('I44: one unit more or less decides, always at the same place', () => {
    const exact = runHere(CALCULATOR, toCanonicalJson(REQUEST))
    if (exact.kind !== 'done') throw new Error(exact.kind)
    const withFuel = (fuel: number) => runHere(CALCULATOR, toCanonicalJson(REQUEST), { fuel })
    expect(withFuel(exact.fuelUsed)).toEqual(exact)
    expect(withFuel(exact.fuelUsed - 1)).toEqual({ kind: 'out-of-fuel', fuelUsed: exact.fuelUsed - 1 })
  })

  test('I44: each call of the host has its price, through the table too', () => {
    const call = '(call $log (i32.const 0) (i32.const 0))'
    const indirect = '(call_indirect (param i32 i32) (i32.const 0) (i32.const 0) (i32.const 0))'
    const table = '(table 1 funcref) (elem (i32.const 0) $log)'
    expect(fuelOf(call + call) - fuelOf(call)).toBe(HOST_CALL_FUEL + 3)
    expect(fuelOf(indirect + indirect, table) - fuelOf(indirect, table)).toBe(HOST_CALL_FUEL + 4)
  })

  test.each([
    'input_size',
    'read_input',
    'write_output',
    'log',
  ])('I44: %s costs the price of a call', (name) => {
    const call = {
      input_size: '(drop (call $input_size))',
      read_input: '(call $read_input (i32.const 0) (i32.const 0) (i32.const 0))',
    }[name]
    const body = call ?? `(call $${name} (i32.const 0) (i32.const 0))`
    expect(fuelOf(body) - fuelOf('(nop)')).toBeGreaterThanOrEqual(HOST_CALL_FUEL)
  })

  test('I44: moved bytes are paid by their number', () => {
    const pages = (count: number) => `(drop (memory.grow (i32.const ${count})))`
    const fill = (bytes: number) => `(memory.fill (i32.const 0) (i32.const 0) (i32.const ${bytes}))`
    const copy = (bytes: number) => `(memory.copy (i32.const 0) (i32.const 0) (i32.const ${bytes}))`
    const write = (bytes: number) => `(call $write_output (i32.const 0) (i32.const ${bytes}))`
    const perPage = PAGE_BYTES / BYTES_PER_FUEL
    expect(fuelOf(pages(1)) - fuelOf('(drop (i32.const 1))')).toBe(GROW_FUEL + perPage + 1)
    expect(fuelOf(pages(9)) - fuelOf(pages(1))).toBe(8 * perPage)
    for (const move of [fill, copy, write]) expect(fuelOf(move(65_536)) - fuelOf(move(0))).toBe(perPage)
  })

  test('I44: a memory that is there from the start is paid too', () => {
    const withPages = (count: number) => {
      const outcome = runHere(assembleEntry('(nop)', '', `(memory (export "memory") ${count})`))
      return outcome.kind === 'done' ? outcome.fuelUsed : undefined
    }
    expect(withPages(1_001)).toBe((withPages(1) ?? 0) + (1_000 * PAGE_BYTES) / BYTES_PER_FUEL)
  })

  test('I44: memory ends at the limit, whatever maximum the module states', () => {
    const grown = (memory: string) =>
      runHere(
        assembleEntry(
          `(drop (memory.grow (i32.const 15)))
           (i32.store8 (i32.const 0) (i32.add (i32.const 48) (i32.sub (i32.const 0) (memory.grow (i32.const 1)))))
           (call $write_output (i32.const 0) (i32.const 1))`,
          '',
          memory,
        ),
        '{}',
        { memoryBytes: 16 * PAGE_BYTES },
      )
    // 48 + 1: growing answered −1.
    expect(grown('(memory (export "memory") 1)')).toMatchObject({ output: '1' })
    expect(grown('(memory (export "memory") 1 60000)')).toMatchObject({ output: '1' })
  })
})

describe('determinism', () => {
  test('I44: an honest module gives the right answer, and the same one for the same fuel', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 14n })
    const bps = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(amount, bps, (base, share) => {
        const input = toCanonicalJson({ amount: base.toString(), bps: share.toString() })
        const first = runHere(CALCULATOR, input)
        expect(first).toMatchObject({ output: `{"value":"${(base * BigInt(share)) / 10_000n}"}` })
        expect(runHere(CALCULATOR, input)).toEqual(first)
      }),
      { numRuns: 100, seed: 1 },
    )
  })

  test('I44: a thread gives what the module gives elsewhere', async () => {
    const { end } = openSandbox()
    const here = runHere(CALCULATOR, toCanonicalJson(REQUEST))
    const { fuelUsed, answer } = await end(CALCULATOR, REQUEST)
    expect(here).toMatchObject({ fuelUsed, output: JSON.stringify(answer?.output) })
    expect(answer?.log).toBe('calculated')
  })

  test.each([
    ['f64', '(f64.div (f64.const 0) (f64.load (i32.const 64)))'],
    ['f64', '(f64.sub (f64.const inf) (f64.const inf))'],
    ['f64', '(f64.add (f64.load (i32.const 72)) (f64.const 1))'],
    ['f64', '(f64.mul (f64.const 0) (f64.const inf))'],
    ['f64', '(f64.min (f64.load (i32.const 72)) (f64.const 1))'],
    ['f64', '(f64.sqrt (f64.const -1))'],
    ['f64', '(f64.nearest (f64.load (i32.const 72)))'],
    ['f64', '(f64.promote_f32 (f32.load (i32.const 80)))'],
    ['f32', '(f32.div (f32.const 0) (f32.const 0))'],
    ['f32', '(f32.sqrt (f32.const -1))'],
    ['f32', '(f32.max (f32.load (i32.const 80)) (f32.const 1))'],
    ['f32', '(f32.trunc (f32.load (i32.const 80)))'],
    ['f32', '(f32.demote_f64 (f64.load (i32.const 72)))'],
  ])('I44: every NaN of %s arithmetic has the same bits: %s', (type, expression) => {
    const canonical = type === 'f64' ? '0x7ff8000000000000' : '0x7fc00000'
    const module = assembleEntry(
      `(${type}.store (i32.const 0) ${expression})
       (i32.store8 (i32.const 8)
         (i32.add (i32.const 48) (i64.eq (i64.load (i32.const 0)) (i64.const ${canonical}))))
       (call $write_output (i32.const 8) (i32.const 1))`,
      '(data (i32.const 72) "\\01\\00\\00\\00\\00\\00\\f4\\ff") (data (i32.const 80) "\\01\\00\\a0\\ff")',
    )
    expect(runHere(module)).toMatchObject({ output: '1' })
  })
})

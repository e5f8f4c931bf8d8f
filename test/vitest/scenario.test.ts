import { test as base, describe, expect } from 'vitest'
import { parse } from 'yaml'
import { type AssayFixtures, type AssayMatchers, fixtures, matchers } from '../../harness/vitest/index.ts'

declare module 'vitest' {
  interface Matchers extends AssayMatchers {}
}

expect.extend(matchers)
const test = base.extend<AssayFixtures>(fixtures)

const SETUP = {
  profile: 'trader',
  phase: 'thriving',
  limits: { perTransaction: '1000 USDC', perDay: '5000 USDC', hotLane: '800 USDC' },
}
const SWAP = { kind: 'swap', tokenIn: 'USDC', tokenOut: 'WETH', amountIn: '500 USDC' }

type Played = Awaited<ReturnType<AssayFixtures['assay']['open']>>
const readBalances = async ({ stage }: Played) => (await stage.readHoldings()).balances

describe('assay/vitest', () => {
  test('behavior: steps are played as in a file, with the permits that they bind', async ({ assay }) => {
    const scenario = await assay.open(SETUP)
    const preview = await scenario.step({ preview: SWAP, as: 'permit' })
    expect(preview).toBeAllowed()
    expect(preview).not.toBeDenied()
    expect(preview).not.toBeCommitted()
    await scenario.step({ advance: '60s' })
    const commit = await scenario.step({ commit: '${permit}' })
    expect(commit).toBeDenied({ layer: 'permit', code: 'PERMIT_EXPIRED' })
    expect(commit).not.toBeDenied({ layer: 'simulator' })
    expect(commit).not.toBeAllowed()
  })

  test('behavior: each scenario has the fork as it was at the start', async ({ assay }) => {
    const first = await assay.open(SETUP)
    const before = await readBalances(first)
    expect(await first.step({ act: SWAP })).toBeCommitted()
    expect(await readBalances(first)).not.toEqual(before)
    const second = await assay.open(SETUP)
    expect(await readBalances(second)).toEqual(before)
    expect(await second.step({ act: SWAP })).toBeCommitted()
  })

  test('behavior: expectations of a step hold in the step', async ({ assay }) => {
    const scenario = await assay.open(SETUP)
    await scenario.step({ act: SWAP, expect: { committed: true, observed: { USDC: -500 } } })
    const unmet = scenario.step({ act: SWAP, expect: { observed: { USDC: -499 } } })
    await expect(unmet).rejects.toMatchObject({
      name: 'AssertionError',
      message: expect.stringContaining('expect.observed'),
    })
    const repeated = scenario.step({
      repeat: {
        times: 2,
        steps: [{ preview: { ...SWAP, amountIn: '1001 USDC' }, expect: { allowed: true } }],
      },
    })
    await expect(repeated).rejects.toMatchObject({ message: expect.stringContaining('expect.allowed') })
  })

  test('error: a scenario of other chains than that of the fork', async ({ assay }) => {
    for (const setup of ['chains: [base]', 'beside: base'])
      await expect(assay.open(parse(setup))).rejects.toMatchObject({
        code: 'SCENARIO_INVALID',
        message: expect.stringContaining('a test has one fork'),
      })
  })

  test('error: SCENARIO_INVALID says what is wrong with a step or a setup', async ({ assay }) => {
    const scenario = await assay.open(SETUP)
    await expect(scenario.step({ previw: SWAP })).rejects.toMatchObject({
      code: 'SCENARIO_INVALID',
      message: expect.stringContaining('preview'),
    })
    // What is no step is forgotten.
    expect(await scenario.step({ preview: SWAP })).toBeAllowed()
    for (const setup of ['profil: trader', 'draws: { total: 2, cell: 1 }', 'matrix: { a: [1, 2] }'])
      await expect(assay.open(parse(setup))).rejects.toMatchObject({ code: 'SCENARIO_INVALID' })
  })

  test('error: matchers refuse names that are none, and what is no step', async ({ assay }) => {
    const scenario = await assay.open(SETUP)
    const step = await scenario.step({ preview: { ...SWAP, amountIn: '1001 USDC' } })
    expect(() => expect(step).toBeDenied({ code: 'SPEND_PER_TRANSACTON' })).toThrow(
      'did you mean "SPEND_PER_TRANSACTION"?',
    )
    expect(() => expect(step).not.toBeDenied({ layer: 'limiter' as never })).toThrow('there is no such layer')
    expect(() => expect(Promise.resolve(step)).not.toBeDenied()).toThrow('await the step first')
    expect(() => expect(step).toBeAllowed()).toThrow(/expected allowed, found denied by spending-limiter/)
    expect(() => expect(step).toBeCommitted()).toThrow(/expected committed/)
    expect(() => expect(step).not.toBeDenied()).toThrow(/expected not denied by any layer/)
    const both = await scenario.step({
      together: [{ preview: SWAP }, { preview: { ...SWAP, amountIn: '1001 USDC' } }],
    })
    expect(both.result).toMatchObject({ denied: 1 })
    expect(() => expect(both).toBeAllowed()).toThrow('an end of its own')
    expect(() => expect(both).not.toBeDenied()).toThrow('an end of its own')
  })

  test('error: BAD_USAGE for a step beside another, and for one of a scenario that has ended', async ({
    assay,
  }) => {
    const first = await assay.open(SETUP)
    const playing = first.step({ act: SWAP })
    await expect(first.step({ preview: SWAP })).rejects.toMatchObject({
      code: 'BAD_USAGE',
      message: expect.stringContaining('under way'),
    })
    expect(await playing).toBeCommitted()
    expect(await first.step({ preview: SWAP })).toBeAllowed()
    await assay.open(SETUP)
    await expect(first.step({ preview: SWAP })).rejects.toMatchObject({
      code: 'BAD_USAGE',
      message: expect.stringContaining('has ended'),
    })
  })

  let kept: AssayFixtures['assay'] | undefined
  test('behavior: what a test is given ends with it', ({ assay }) => {
    kept = assay
  })
  test('error: BAD_USAGE for what an earlier test was given', async () => {
    await expect(kept?.open(SETUP)).rejects.toMatchObject({
      code: 'BAD_USAGE',
      message: expect.stringContaining('this test has ended'),
    })
  })

  for (const turn of ['first', 'second'])
    test.concurrent(`behavior: tests at once have the fork in turn (${turn})`, async ({ assay, expect }) => {
      const { step } = await assay.open(SETUP)
      expect((await step({ act: SWAP })).transaction).toBeDefined()
      expect((await step({ act: SWAP })).outcome?.observed).toBeDefined()
    })
})

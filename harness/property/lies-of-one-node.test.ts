import { expect, test } from 'vitest'
import { LIE } from '../scenario/steps/lie.ts'

const BALANCE = { token: 'USDC', amountBaseUnits: 1n }

test.each<[string, Partial<Parameters<typeof LIE.run>[0]>, boolean]>([
  ['what is held', { balance: BALANCE }, false],
  ['what a transaction did', { answers: { reverts: true } }, false],
  ['what one would do', { answers: { movesNothing: true } }, false],
  ['that it knows of none', { answers: { hidesReceipts: true } }, true],
  ['that a simulation fails', { answers: { simulationsRevert: true } }, true],
])('I55: a lie about %s is drawn beside a second provider, and where the laws hold against it without one', async (_, lies, isHeldAlone) => {
  const applies = (provider: unknown) =>
    LIE.applies?.({ prices: [], answers: {}, ...lies }, { secondProvider: { provider } } as never)
  expect(await applies({})).toBe(true)
  expect(await applies(undefined)).toBe(isHeldAlone)
})

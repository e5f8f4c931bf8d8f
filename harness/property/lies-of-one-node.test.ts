import { expect, test } from 'vitest'
import type { AnswerLies } from '../chain/lying-rpc.ts'
import { LIE } from '../scenario/steps/lie.ts'

test.each<[string, AnswerLies, boolean]>([
  ['what a transaction did', { reverts: true }, false],
  ['what one would do', { movesNothing: true }, false],
  ['that it knows of none', { hidesReceipts: true }, true],
  ['that a simulation fails', { simulationsRevert: true }, true],
])('I55: a lie about %s is drawn beside a second provider, and where the laws hold against it without one', async (_, answers, isHeldAlone) => {
  const applies = (provider: unknown) =>
    LIE.applies?.({ prices: [], answers }, { secondProvider: { provider } } as never)
  expect(await applies({})).toBe(true)
  expect(await applies(undefined)).toBe(isHeldAlone)
})

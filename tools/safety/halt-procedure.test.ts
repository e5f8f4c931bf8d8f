import { expect, test } from 'vitest'
import type { ChainReader } from '../core/chain.ts'
import type { PauseAnswer, PauseRequest } from './guardian-pause.ts'
import { carryOutHalt } from './halt-procedure.ts'
import type { SafetyPolicy } from './policy.ts'
import { createSafetyStore, openSafetyDatabase } from './store.ts'

const ACCOUNT = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

/** Halt a cage that nobody pauses, with a guardian that answers as told. */
async function haltWith(answer: PauseAnswer | undefined) {
  const asked: PauseRequest[] = []
  const report = await carryOutHalt(
    {
      store: createSafetyStore(openSafetyDatabase(':memory:')),
      policy: {
        chainId: 31_337,
        assets: [],
        spenders: [],
        liquidateOnHalt: false,
      } as unknown as SafetyPolicy,
      book: { chainId: 31_337, nativeSymbol: 'ETH', tokens: [], protocols: {} },
      chain: {
        readContract: async () => false,
        readState: async () => ({ allowances: [] }),
      } as unknown as ChainReader,
      clock: { wallMs: () => 0, tick: () => 0, setTimer: () => () => undefined },
      account: ACCOUNT,
      operator: ACCOUNT,
      executor: undefined,
      broadcaster: { waitForReceipt: () => Promise.reject(new Error('no block came')) },
      ...(answer
        ? {
            pauser: {
              async pause(request) {
                asked.push(request)
                return answer
              },
            },
          }
        : {}),
      liquidate: undefined,
      nextId: () => '0x01',
      gather: () => Promise.reject(new Error('nothing is sold')),
    },
    0n,
  )
  return { report, asked }
}

test.each([
  ['says that it is done', { alreadyPaused: true }, 'the cage is not paused'],
  ['sends nothing that is mined', { sent: `0x${'11'.repeat(32)}` }, 'no block came'],
  ['refuses', { refused: 'no' }, 'the guardian refused: no'],
  ['is not there', undefined, 'the guardian gave no answer: there is none'],
] as const)('I47: a guardian that %s paused nothing, and the rest goes on', async (_, answer, reason) => {
  const { report, asked } = await haltWith(answer)
  expect(report.items).toEqual([
    { item: 'pause the cage', ok: false, reason: 'no transaction executor is configured' },
    { item: 'let the guardian pause the cage', ok: false, reason: expect.stringContaining(reason) },
    { item: 'read the allowances', ok: true },
  ])
  expect(report).not.toHaveProperty('pausedBy')
  expect(report).toMatchObject({ isComplete: false, residual: { isPaused: false } })
  expect(asked).toEqual(answer ? [{ chainId: 31_337, account: ACCOUNT }] : [])
})

import { type Hex, pad } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { Clock } from '../../core/clock.ts'
import { askGuardian } from './ask-guardian.ts'
import { type Guardian, type GuardianRequest, hashGuardianRequest } from './guardian.ts'

const GUARDIAN = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const OTHER = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const REQUEST: GuardianRequest = {
  chainId: 31_337,
  account: pad('0xc1', { size: 20 }),
  permitId: pad('0x01'),
  calls: [{ to: pad('0xa1', { size: 20 }), valueWei: 1n, data: '0x1234' }],
  deadlineSeconds: 1_060n,
  gasLimit: 100_000n,
  maxFeePerGasWei: 1n,
}
const sign = (request: GuardianRequest, by = GUARDIAN) => by.sign({ hash: hashGuardianRequest(request) })

/** Ask a guardian that answers so. */
const ask = (review: Guardian['review'] | undefined, setTimer: Clock['setTimer'] = () => () => undefined) =>
  askGuardian(
    REQUEST,
    { found: 2n, expected: 1n },
    { guardian: review && { review }, policy: { guardian: GUARDIAN.address }, clock: { setTimer } },
  )

test('default: what the guardian signed is answered', async () => {
  const signature = await sign(REQUEST)
  expect(await ask(async () => ({ signature }))).toBe(signature)
})

test.each<[string, () => Promise<Hex>]>([
  ['is by another key', () => sign(REQUEST, OTHER)],
  ['is over other calls', () => sign({ ...REQUEST, calls: [] })],
  ['is for another permit', () => sign({ ...REQUEST, permitId: pad('0x02') })],
  ['is for another deadline', () => sign({ ...REQUEST, deadlineSeconds: 1_061n })],
  ['is for another account', () => sign({ ...REQUEST, account: pad('0xc2', { size: 20 }) })],
  ['is for another chain', () => sign({ ...REQUEST, chainId: 1 })],
  ['is none', async () => '0x'],
])('I3: a signature that %s is none of the guardian', async (_, answer) => {
  await expect(ask(async () => ({ signature: await answer() }))).rejects.toMatchObject({
    code: 'GUARDIAN_REFUSED',
  })
})

test('error: GUARDIAN_REFUSED with its reason', async () => {
  await expect(ask(async () => ({ refused: 'it spends too much' }))).rejects.toMatchObject({
    code: 'GUARDIAN_REFUSED',
    args: { reason: 'it spends too much' },
  })
})

test('error: GUARDIAN_UNREACHABLE where it fails', async () => {
  const failing = ask(() => Promise.reject(new Error('the socket is closed')))
  await expect(failing).rejects.toMatchObject({ code: 'GUARDIAN_UNREACHABLE' })
})

test('I3: silence is no consent, and is not waited for longer than five seconds', async () => {
  const waits: number[] = []
  const silent = ask(
    () => new Promise(() => undefined),
    (ms, body) => {
      waits.push(ms)
      body()
      return () => undefined
    },
  )
  await expect(silent).rejects.toMatchObject({ code: 'GUARDIAN_UNREACHABLE' })
  expect(waits).toEqual([5_000])
})

test('error: GUARDIAN_REQUIRED where the stack has none', async () => {
  await expect(ask(undefined)).rejects.toMatchObject({
    code: 'GUARDIAN_REQUIRED',
    args: { found: 2n, expected: 1n },
  })
})

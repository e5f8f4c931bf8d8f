import * as fc from 'fast-check'
import { numberToHex } from 'viem'
import { expect, test } from 'vitest'
import type { CheckpointSink } from '../audit/checkpointer.ts'
import { type GuardianEntry, openGuardianLedger } from './guardian-ledger.ts'

const DAY = 86_400
const LIMIT = 100n

/** A file in memory; what a crash cuts off is there in part. */
function createFile() {
  let text = ''
  const sink: CheckpointSink = {
    read: async () => text,
    async append(line, length) {
      text = text.slice(0, length) + line
    },
  }
  const tear = () => {
    text += '{"hash":"0x'
  }
  return { sink, tear, read: () => text }
}

const entry = (id: number, amountUsdc: bigint, signedSeconds: number): GuardianEntry => ({
  hash: numberToHex(id, { size: 32 }),
  permitId: numberToHex(id, { size: 32 }),
  amountUsdc,
  signedSeconds,
  deadlineSeconds: signedSeconds + 60,
})
const rules = { perDayUsdc: LIMIT, isVoid: async () => false, countLive: () => 0n }

test('I58: what is signed in any 24 hours stays within the limit, over restarts and torn writes', async () => {
  const asked = fc.array(
    fc.record({
      id: fc.integer({ min: 1, max: 5 }),
      amount: fc.bigInt({ min: 0n, max: 120n }),
      after: fc.integer({ min: 0, max: 50_000 }),
      event: fc.constantFrom('none', 'none', 'restart', 'torn'),
    }),
    { maxLength: 30 },
  )
  await fc.assert(
    fc.asyncProperty(asked, async (requests) => {
      const file = createFile()
      let ledger = await openGuardianLedger(file.sink)
      const signed: GuardianEntry[] = []
      let now = 1_000_000
      for (const { id, amount, after, event } of requests) {
        now += after
        if (event === 'torn') file.tear()
        if (event !== 'none') ledger = await openGuardianLedger(file.sink)
        const next = entry(id, amount, now)
        if ((await ledger.admit(next, rules)) === undefined) signed.push(next)
        // By the model: each thing once, at its highest, until none of its signatures could be used within the last day.
        const counted = new Map<string, bigint>()
        for (const { hash, amountUsdc, deadlineSeconds = 0 } of signed) {
          if (deadlineSeconds <= now - DAY) continue
          const known = counted.get(hash) ?? 0n
          counted.set(hash, known > amountUsdc ? known : amountUsdc)
        }
        expect([...counted.values()].reduce((sum, each) => sum + each, 0n)).toBeLessThanOrEqual(LIMIT)
      }
    }),
  )
})

test('I58: the limit may be reached, exactly, and is free again a day after what was signed may last run', async () => {
  const ledger = await openGuardianLedger(createFile().sink)
  expect(await ledger.admit(entry(1, 60n, 0), rules)).toBeUndefined()
  expect(await ledger.admit(entry(2, 40n, 0), rules)).toBeUndefined()
  expect(await ledger.admit(entry(3, 1n, DAY + 59), rules)).toContain('0.0001 USDC in 24 hours')
  expect(await ledger.admit(entry(3, 1n, DAY + 60), rules)).toBeUndefined()
})

test('I58: asked again for the same, it counts once, never less than before', async () => {
  const ledger = await openGuardianLedger(createFile().sink)
  expect(await ledger.admit(entry(1, 60n, 0), rules)).toBeUndefined()
  expect(await ledger.admit(entry(1, 90n, 1), rules)).toBeUndefined()
  expect(await ledger.admit(entry(1, 10n, 2), rules)).toBeUndefined()
  expect(await ledger.admit(entry(2, 11n, 3), rules)).toBeDefined()
  expect(await ledger.admit(entry(2, 10n, 3), rules)).toBeUndefined()
})

test('I58: time that a node sets back or forth frees nothing that time alone would not', async () => {
  const ledger = await openGuardianLedger(createFile().sink)
  expect(await ledger.admit(entry(1, 100n, DAY), rules)).toBeUndefined()
  expect(await ledger.admit(entry(2, 1n, 0), rules)).toBeDefined()
})

test('I58: what is signed while a node shows an earlier time counts as signed now', async () => {
  const ledger = await openGuardianLedger(createFile().sink)
  expect(await ledger.admit(entry(1, 50n, DAY), rules)).toBeUndefined()
  expect(await ledger.admit(entry(2, 50n, 0), rules)).toBeUndefined()
  expect(await ledger.admit(entry(3, 1n, 2 * DAY - 1), rules)).toBeDefined()
  expect(await ledger.admit(entry(3, 100n, 2 * DAY + 60), rules)).toBeUndefined()
})

test('I58 I7: a signature counts until nobody can use it any more', async () => {
  const ledger = await openGuardianLedger(createFile().sink)
  const { deadlineSeconds: _, ...signature } = entry(1, 100n, 0)
  expect(await ledger.admit({ ...signature, untilSeconds: 3 * DAY }, rules)).toBeUndefined()
  for (const nowSeconds of [DAY, 2 * DAY, 3 * DAY]) {
    expect(await ledger.admit(entry(2, 1n, nowSeconds), rules)).toBeDefined()
  }
  expect(await ledger.admit(entry(2, 1n, 3 * DAY + 1), rules)).toBeUndefined()
})

test('I58: what can never run any more gives way, and what may have run does not', async () => {
  const ledger = await openGuardianLedger(createFile().sink)
  expect(await ledger.admit(entry(1, 50n, 0), rules)).toBeUndefined()
  expect(await ledger.admit(entry(2, 50n, 0), rules)).toBeUndefined()
  const isVoid = async ({ hash }: GuardianEntry) => hash === entry(1, 0n, 0).hash
  expect(await ledger.admit(entry(3, 51n, 200), { ...rules, isVoid })).toBeDefined()
  expect(await ledger.admit(entry(3, 50n, 200), { ...rules, isVoid })).toBeUndefined()
})

test('I58: while nobody can tell whether something is void it counts, and nothing is signed beside it', async () => {
  const ledger = await openGuardianLedger(createFile().sink)
  expect(await ledger.admit(entry(1, 100n, 0), rules)).toBeUndefined()
  const isVoid = () => Promise.reject(new Error('the node is silent'))
  await expect(ledger.admit(entry(2, 1n, 200), { ...rules, isVoid })).rejects.toThrow('the node is silent')
  expect(await ledger.admit(entry(2, 1n, 200), rules)).toBeDefined()
})

test('I58 I62: what was seen to be void stays so over a restart, as do the allowances that it hid', async () => {
  const file = createFile()
  const isVoid = async ({ hash }: GuardianEntry) => hash === entry(1, 0n, 0).hash
  const live = {
    ...rules,
    countLive: (seen: readonly unknown[]) => (seen.length === 0 ? 30n : 0n),
  }
  const ledger = await openGuardianLedger(file.sink)
  expect(await ledger.admit({ ...entry(1, 60n, 0), seenAllowances: [noted(0n)] }, live)).toBeUndefined()
  expect(await ledger.admit(entry(2, 70n, 200), { ...live, isVoid })).toBeUndefined()
  const again = await openGuardianLedger(file.sink)
  expect(again.listGranted()).toEqual([])
  expect(await again.admit(entry(3, 1n, 201), live)).toContain('it signed for 0.0001 USDC in 24 hours')
})

test('I58: time stays where it had come, whatever of that time is void', async () => {
  const file = createFile()
  const isVoid = async ({ hash }: GuardianEntry) => hash === entry(2, 0n, 0).hash
  const ledger = await openGuardianLedger(file.sink)
  expect(await ledger.admit(entry(1, 50n, 0), rules)).toBeUndefined()
  expect(await ledger.admit(entry(2, 50n, DAY), rules)).toBeUndefined()
  expect(await ledger.admit(entry(3, 101n, DAY), { ...rules, isVoid })).toBeDefined()
  for (const kept of [ledger, await openGuardianLedger(file.sink)]) {
    expect(await kept.admit(entry(4, 50n, 0), rules)).toBeUndefined()
  }
  const last = await openGuardianLedger(file.sink)
  expect(await last.admit(entry(5, 51n, 2 * DAY - 1), rules)).toContain('0.00005 USDC')
})

test.each([
  ['no JSON', 'nonsense'],
  ['no moment', JSON.stringify({ hash: '0x01', permitId: '0x01', amountUsdc: '1' })],
  ['no amount', JSON.stringify({ hash: '0x01', permitId: '0x01', signedSeconds: 1 })],
])('I58: a line with %s keeps the guardian from starting', async (_, line) => {
  const file = createFile()
  const ledger = await openGuardianLedger(file.sink)
  await ledger.admit(entry(1, 1n, 0), rules)
  const broken = { ...file.sink, read: async () => `${line}\n${file.read()}` }
  await expect(openGuardianLedger(broken)).rejects.toThrow()
})

test('I58: of two that are asked for at once, and fit by themselves only, one is signed for', async () => {
  const ledger = await openGuardianLedger(createFile().sink)
  const answers = await Promise.all([
    ledger.admit(entry(1, 60n, 0), rules),
    ledger.admit(entry(2, 60n, 0), rules),
  ])
  expect(answers).toEqual([undefined, expect.stringContaining('is above')])
})

test('I58: nothing is signed that the file does not hold', async () => {
  const file = createFile()
  const full = { ...file.sink, append: () => Promise.reject(new Error('no space left')) }
  const ledger = await openGuardianLedger(full)
  await expect(ledger.admit(entry(1, 1n, 0), rules)).rejects.toThrow('no space left')
})

const PAIR = {
  token: '0x0000000000000000000000000000000000000001',
  spender: '0x00000000000000000000000000000000000000a1',
} as const
const noted = (amount: bigint) => ({ ...PAIR, baseUnits: amount.toString(), unguardedBaseUnits: '0' })

test('I62: what allowances still let be taken counts beside what was signed, and what the window granted once', async () => {
  const file = createFile()
  const ledger = await openGuardianLedger(file.sink)
  const standing = 60n
  const live = {
    ...rules,
    countLive: (seen: readonly { readonly baseUnits: string }[]) =>
      seen.reduce(
        (least, { baseUnits }) => (BigInt(baseUnits) < least ? BigInt(baseUnits) : least),
        standing,
      ),
  }
  expect(await ledger.admit(entry(1, 41n, 1), live)).toContain('allowances that live included')
  expect(await ledger.admit({ ...entry(2, 40n, 1), seenAllowances: [noted(20n)] }, live)).toBeUndefined()
  // 40 of the 60 are those that were signed for just now.
  expect(await ledger.admit(entry(3, 40n, 2), live)).toBeUndefined()
  expect(await ledger.admit(entry(4, 1n, 3), live)).toContain('is above')
  // They outlive the window, over a restart too.
  const again = await openGuardianLedger(file.sink)
  expect(await again.admit(entry(5, 41n, DAY + 62), live)).toContain('is above')
  expect(await again.admit(entry(5, 40n, DAY + 62), live)).toBeUndefined()
  expect(again.listGranted()).toEqual([noted(20n)])
})

test('I62: a grant that is void hides nothing that stands', async () => {
  const ledger = await openGuardianLedger(createFile().sink)
  const live = {
    perDayUsdc: LIMIT,
    isVoid: async () => true,
    countLive: (seen: readonly unknown[]) => (seen.length === 0 ? 60n : 0n),
  }
  expect(await ledger.admit({ ...entry(1, 40n, 1), seenAllowances: [noted(0n)] }, live)).toBeUndefined()
  expect(await ledger.admit(entry(2, 61n, 2), live)).toContain('is above')
})

test('I62: what a signature granted before the window stands beside what it still authorises', async () => {
  const ledger = await openGuardianLedger(createFile().sink)
  const live = { ...rules, countLive: (seen: readonly unknown[]) => (seen.length === 0 ? 60n : 0n) }
  const { deadlineSeconds: _, ...signature } = entry(1, 40n, 0)
  const granting = { ...signature, untilSeconds: 3 * DAY, seenAllowances: [noted(0n)] }
  expect(await ledger.admit(granting, live)).toBeUndefined()
  expect(await ledger.admit(entry(2, 60n, DAY - 1), live)).toBeUndefined()
  expect(await ledger.admit(entry(3, 1n, 2 * DAY + 60), live)).toContain('is above')
})

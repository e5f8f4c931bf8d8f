import { expect, test } from 'vitest'
import { CHAIN_TIMEOUT_MS } from '../../core/bounded-requests.ts'
import type { GrantKeeper } from '../../core/grant-keeper.ts'
import { createApprovalLog } from './approval-log.ts'

const ACCOUNT = '0x00000000000000000000000000000000000000c1'
const OPERATOR = '0x00000000000000000000000000000000000000c2'
const SPENDER = '0x00000000000000000000000000000000000000a1'
const FIRST = 1_000n
const clock = { setTimer: () => () => undefined }

/** A provider that answers for so many blocks and no earlier ones, with an approval of a token at every block. */
function createProvider(most: bigint) {
  const asked: string[] = []
  let fails = false
  const getLogs = async ({ fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint }) => {
    if (toBlock - fromBlock + 1n > most) throw new Error('block range too wide')
    if (fromBlock < FIRST) throw new Error('history has been pruned')
    if (fails) throw new Error('limit exceeded')
    asked.push(`${fromBlock}-${toBlock}`)
    const blocks = Array.from(
      { length: Number(toBlock - fromBlock) + 1 },
      (_, index) => fromBlock + BigInt(index),
    )
    return blocks
  }
  const setFailing = (now: boolean) => {
    fails = now
  }
  return { asked, getLogs, setFailing }
}

/** Reads a grant of another token from every block. */
const KEEPER: Pick<GrantKeeper, 'readLog'> = {
  async readLog(chain, { owners: [owner = ACCOUNT], ...range }) {
    const blocks = (await chain.getLogs(range)) as unknown as readonly bigint[]
    return blocks.map((block) => ({
      token: `0x${block.toString(16).padStart(40, '0')}`,
      spender: SPENDER,
      owner,
    }))
  },
}

const open = (provider: ReturnType<typeof createProvider>, maxBlocks: bigint) =>
  createApprovalLog({
    chain: { getLogs: provider.getLogs as never },
    clock,
    policy: { logs: { firstBlock: FIRST, maxBlocks } },
    grants: [KEEPER],
    account: ACCOUNT,
    operator: OPERATOR,
  })

test('I57: the log is read from the first block on, in parts that a provider answers', async () => {
  const provider = createProvider(100n)
  const log = open(provider, 100n)
  await expect(log.readTo(1_250n)).resolves.toBeUndefined()
  expect(provider.asked).toEqual(['1000-1099', '1100-1199', '1200-1250'])
  expect(log.list()).toHaveLength(251)
  await log.readTo(1_251n)
  // What was not final may be another block by now.
  expect(provider.asked.slice(3)).toEqual(['1239-1251'])
  expect(log.list()).toHaveLength(252)
})

test('I57: a part that is not answered is no empty one, and what was read before stays read', async () => {
  const provider = createProvider(100n)
  const log = open(provider, 100n)
  await log.readTo(1_150n)
  provider.setFailing(true)
  await expect(log.readTo(1_400n)).rejects.toMatchObject({ code: 'CHAIN_READ_FAILED' })
  expect(log.list()).toHaveLength(151)
  provider.setFailing(false)
  await log.readTo(1_400n)
  expect(log.list()).toHaveLength(401)
  await expect(open(provider, 101n).readTo(1_400n)).rejects.toMatchObject({ code: 'CHAIN_READ_FAILED' })
})

test('I57: a provider that does not know the first block yet shows nothing of approvals', async () => {
  await expect(open(createProvider(100n), 100n).readTo(999n)).rejects.toThrow('the account began at 1000')
})

test('I47 I55: a head without an end holds a halt up for a while only, and what was read before stays read', async () => {
  let [asked, expire] = [0, (): void => undefined]
  const log = createApprovalLog({
    chain: {
      async getLogs() {
        asked += 1
        if (asked === 3) expire()
        if (asked > 3) throw new Error('it is read on for ever')
        return []
      },
    },
    clock: {
      setTimer(ms, body) {
        if (ms > CHAIN_TIMEOUT_MS) expire = body
        return () => undefined
      },
    },
    policy: { logs: { firstBlock: FIRST, maxBlocks: 100n } },
    grants: [{ readLog: async (chain) => (await chain.getLogs()) as never }],
    account: ACCOUNT,
    operator: OPERATOR,
  })
  await expect(log.readTo(2n ** 60n)).rejects.toMatchObject({ code: 'CHAIN_TIMEOUT' })
  asked = -10
  await log.readTo(1_500n)
  expect(asked).toBe(-7)
})

test.each([
  ['of both accounts', OPERATOR, [ACCOUNT, OPERATOR]],
  ['of the one account', ACCOUNT, [ACCOUNT]],
] as const)('I57: approvals %s are looked for', async (_, operator, expected) => {
  const asked: unknown[] = []
  const log = createApprovalLog({
    chain: { getLogs: (async () => []) as never },
    clock,
    policy: { logs: { firstBlock: FIRST, maxBlocks: 100n } },
    grants: [
      {
        async readLog(__, { owners }) {
          asked.push(owners)
          return []
        },
      },
    ],
    account: ACCOUNT,
    operator,
  })
  await log.readTo(FIRST)
  expect(asked).toEqual([expected])
})

import { type Address, type Hash, type TransactionReceipt, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTokenChain } from '../../test/chain/open-token-chain.ts'
import type { CommitReport } from '../../tools/agent/committed.ts'
import { keccak256 } from '../../tools/core/keccak256.ts'
import { ACTORS } from '../world/actors.ts'
import { EMBEDDED_BOOK } from '../world/embedded-book.ts'
import { createObserver } from './observer.ts'
import type { Oracle } from './oracle.ts'

const cage = ACTORS.recipient.address
const token = EMBEDDED_BOOK.tokens.find(({ symbol }) => symbol === 'USDC')?.address as Address

let chain: Awaited<ReturnType<typeof openTokenChain>>
beforeAll(async () => {
  chain = await openTokenChain(token, cage)
})
afterAll(() => chain?.close())

const observer = (headSeconds = countBlocks(), onRead = () => {}, answers: Partial<Oracle> = {}) =>
  createObserver({
    oracle: {
      ...chain.oracle,
      async readHoldings() {
        onRead()
        return {
          holdings: { ...(await chain.oracle.readBalances()), positions: [] },
          allowances: [],
          known: [],
        }
      },
      ...answers,
    },
    book: EMBEDDED_BOOK,
    cage,
    firstBlock: 0n,
    headSeconds,
  })

/** A block for each time that somebody looks. */
function countBlocks() {
  let blocks = 0n
  return () => blocks++
}

/** Observe a commit that moves one amount on chain while its tool, by the logs, reports another, and others pay beside it. */
async function observe(amounts: { expected: bigint; reported: bigint; moved: bigint; paid?: bigint }) {
  const { moved, paid } = amounts
  const outcome = (deltaBaseUnits: bigint) => ({
    assets: [{ token, account: cage, deltaBaseUnits }],
    allowances: [],
    positions: [],
  })
  const watching = observer()
  const { contradictions, observed } = await watching.observe(
    async () => {
      if (paid !== undefined) await chain.pay(paid)
      const transactionHash = await chain.pay(moved)
      watching.onCommitted({
        tool: 'a_tool',
        expectedOutcome: outcome(amounts.expected),
        actualOutcome: outcome(amounts.reported),
        body: { plan: { expectation: { toleranceBps: 50 } } },
        receipt: { logs: [], transactionHash },
      } as unknown as CommitReport)
      return {}
    },
    ...(paid === undefined ? [] : [{ mayChange: true }]),
  )
  const all = moved + (paid ?? 0n)
  expect(observed.map(({ deltaBaseUnits }) => deltaBaseUnits)).toEqual(all === 0n ? [] : [all])
  return contradictions.map(({ law }) => law)
}

test.each([
  ['all three agree', { expected: 500n, reported: 500n, moved: 500n }, []],
  [
    'events claim more than balances show',
    { expected: 500n, reported: 550n, moved: 500n },
    ['oracle.actual-is-observed'],
  ],
  [
    'events claim what was expected and nothing moved',
    { expected: 500n, reported: 500n, moved: 0n },
    ['oracle.actual-is-observed', 'oracle.observed-within-tolerance'],
  ],
  [
    'events are true and it is too little',
    { expected: 500n, reported: 450n, moved: 450n },
    ['oracle.observed-within-tolerance'],
  ],
  ['all three agree, and others pay', { expected: 500n, reported: 500n, moved: 500n, paid: 70n }, []],
  [
    'events claim what others paid',
    { expected: 500n, reported: 501n, moved: 500n, paid: 1n },
    ['oracle.actual-is-observed'],
  ],
  [
    'events claim what others paid for it',
    { expected: 500n, reported: 500n, moved: 0n, paid: 500n },
    ['oracle.actual-is-observed', 'oracle.observed-within-tolerance'],
  ],
])('behavior: balances decide when %s', async (_, amounts, laws) => {
  expect(await observe(amounts)).toEqual(laws)
})

test('behavior: what is reported to be carried out is in a block, and its receipt is the one there', async () => {
  const nothing = { assets: [], allowances: [], positions: [] }
  const report = async (transactionHash: Hash) => {
    const watching = observer()
    return watching.observe(async () => {
      watching.onCommitted({
        tool: 'a_tool',
        expectedOutcome: nothing,
        actualOutcome: nothing,
        body: { plan: { expectation: { toleranceBps: 50 } } },
        receipt: { logs: [], blockNumber: 1n, transactionHash },
      } as unknown as CommitReport)
      return {}
    })
  }
  const [hash, blockNumber] = [await chain.pay(0n), (await chain.oracle.readBalances()).blockNumber]
  expect(await report(hash)).toMatchObject({ contradictions: [], report: { receipt: { blockNumber } } })
  expect(await report(zeroHash)).toMatchObject({
    contradictions: [
      {
        law: 'oracle.actual-is-observed',
        subject: zeroHash,
        expected: 'in no block (observed)',
        found: 'carried out (reported by a_tool)',
      },
    ],
  })
})

describe('I52: what is told of another account', () => {
  const other = ACTORS.attacker.address
  /** Observe a payment to the agent that its tool tells so of the account that pays, or of another one. */
  const judge = async (account: Address, expected: bigint, reported: bigint, toleranceBps = 0) => {
    const outcome = (deltaBaseUnits: bigint) => ({
      assets: [
        { token, account: cage, deltaBaseUnits: 500n },
        { token, account, deltaBaseUnits },
      ],
      allowances: [],
      positions: [],
    })
    const watching = observer()
    const { contradictions } = await watching.observe(async () => {
      const transactionHash = await chain.pay(500n)
      watching.onCommitted({
        tool: 'a_tool',
        expectedOutcome: outcome(expected),
        actualOutcome: outcome(reported),
        body: { plan: { expectation: { toleranceBps } } },
        receipt: { logs: [], transactionHash },
      } as unknown as CommitReport)
      return {}
    })
    return contradictions
  }

  test('is what its transaction changed there', async () => {
    expect(await judge(ACTORS.lp.address, -500n, -500n)).toEqual([])
    expect(await judge(ACTORS.lp.address, -502n, -500n, 50)).toEqual([])
  })

  test('is found where it is more, or nothing', async () => {
    const subject = `USDC of ${ACTORS.lp.address}`
    expect(await judge(ACTORS.lp.address, -500n, -501n)).toEqual([
      {
        law: 'oracle.actual-is-observed',
        subject,
        expected: '-500 (observed)',
        found: '-501 (reported by a_tool)',
      },
    ])
    expect(await judge(ACTORS.lp.address, -501n, -500n)).toMatchObject([
      { law: 'oracle.observed-within-tolerance', subject, found: '-500 (20 bps)' },
    ])
    expect((await judge(other, 500n, 500n)).map(({ law }) => law)).toEqual([
      'oracle.actual-is-observed',
      'oracle.observed-within-tolerance',
    ])
  })
})

describe('I62: an allowance that grows', () => {
  const pair = { token, owner: cage, spender: ACTORS.attacker.address }
  /** Observe an allowance that is so before and after; undefined where the token does not answer, or nothing announced it. */
  const judge = async (
    before: bigint | undefined | 'unannounced',
    after: bigint,
    { isTold = false, commits = true, mayChange = false, byHalt = undefined as boolean | undefined } = {},
  ) => {
    let isAfter = false
    const amount = () => (isAfter ? after : before === 'unannounced' ? 0n : before)
    const watching = observer(countBlocks(), () => {}, {
      findApprovals: async () => (isAfter || before !== 'unannounced' ? [pair] : []),
      listApprovals: (_, logs) => (logs.length > 0 ? [pair] : []),
      findReceipt: async (hash) =>
        hash === keccak256('0x01')
          ? ({ blockNumber: 0n, logs: byHalt ? [{}] : [] } as unknown as TransactionReceipt)
          : chain.oracle.findReceipt(hash),
      tryAllowances: async (pairs) => pairs.map(amount),
      readAllowances: async (pairs) => pairs.map(() => after),
      readHoldings: async (_, asked = [], known = []) => ({
        holdings: { ...(await chain.oracle.readBalances()), positions: [] },
        allowances: asked.map(() => after),
        known: known.map(amount),
      }),
    })
    const allowances = isTold ? [{ ...pair, valueBaseUnits: after }] : []
    const outcome = { assets: [], allowances, positions: [] }
    const { contradictions } = await watching.observe(
      async () => {
        const transactionHash = await chain.pay(0n)
        isAfter = true
        if (byHalt !== undefined) {
          watching.onSending('0x01')
          watching.onEvent({ kind: 'tx:sent', hash: keccak256('0x01'), nonce: 1 })
          watching.onEvent({ kind: 'halt:carried-out', status: 'paused', complete: false, failed: [] })
        }
        if (commits) {
          watching.onCommitted({
            tool: 'a_tool',
            expectedOutcome: outcome,
            actualOutcome: outcome,
            body: { plan: { expectation: { toleranceBps: 0 } } },
            receipt: { logs: [], transactionHash },
          } as unknown as CommitReport)
        }
        return {}
      },
      { mayChange },
    )
    return contradictions.map(({ law, expected, found }) => [law, expected, found])
  }

  test('is told of by who makes it, whoever it is announced to', async () => {
    const law = 'oracle.observed-within-tolerance'
    expect(await judge(5n, 6n)).toEqual([[law, 'at most 5, as before', '6']])
    expect(await judge('unannounced', 1n)).toEqual([[law, 'at most 0, as before', '1']])
    expect(await judge(5n, 6n, { isTold: true })).toEqual([])
  })

  test('does not without a commit, unless another than the agent acts', async () => {
    const law = 'oracle.only-commits-change-allowances'
    expect(await judge(5n, 6n, { commits: false })).toEqual([[law, 'at most 5, as before', '6']])
    expect(await judge(5n, 6n, { commits: false, mayChange: true })).toEqual([])
  })

  test('beside a halt is what the halt itself let be taken', async () => {
    const law = 'oracle.only-commits-change-allowances'
    expect(await judge(5n, 6n, { commits: false, byHalt: true })).toEqual([])
    expect(await judge(5n, 6n, { commits: false, byHalt: false })).toEqual([
      [law, 'at most 5, as before', '6'],
    ])
  })

  test('is none where it is used, or where nobody can tell what it was', async () => {
    expect(await judge(5n, 5n)).toEqual([])
    expect(await judge(5n, 4n)).toEqual([])
    expect(await judge(undefined, 6n)).toEqual([])
  })
})

test('behavior: what moves without a commit is a contradiction, unless another than the agent acts', async () => {
  const pay = async () => {
    await chain.pay(7n)
    return {}
  }
  const { contradictions } = await observer().observe(pay)
  expect(contradictions).toMatchObject([
    { law: 'oracle.only-commits-change-balances', subject: 'USDC', expected: '0', found: '7' },
  ])
  expect((await observer().observe(pay, { mayChange: true })).contradictions).toEqual([])
})

test('behavior: a token that gives no answer any more, or at last, is a contradiction where nothing is committed', async () => {
  let balance: bigint | undefined = 5n
  const watching = observer(countBlocks(), () => {}, {
    readHoldings: async () => ({
      holdings: { ...(await chain.oracle.readBalances()), balances: [balance, 0n], positions: [] },
      allowances: [],
      known: [],
    }),
  })
  const become = async (next: bigint | undefined) => {
    const { contradictions, unread = [] } = await watching.observe(async () => {
      balance = next
      return {}
    })
    return [contradictions.map(({ law, found }) => [law, found]), unread]
  }
  const broken = [['oracle.only-commits-change-balances', 'one of the two']]
  expect(await become(5n)).toEqual([[], []])
  expect(await become(undefined)).toEqual([broken, [token]])
  expect(await become(undefined)).toEqual([[], [token]])
  expect(await become(5n)).toEqual([broken, [token]])
})

test('behavior: what moves is none where something is mined in the step that was sent in it or before', async () => {
  const [signed, { blockNumber }] = ['0x01', await chain.oracle.readBalances()] as const
  const judge = async (minedAt: bigint | undefined) => {
    const receipt = minedAt === undefined ? undefined : ({ blockNumber: minedAt } as TransactionReceipt)
    const findReceipt = async (hash: Hash) => (hash === keccak256(signed) ? receipt : undefined)
    const watching = observer(countBlocks(), () => {}, { findReceipt })
    watching.onSending(signed)
    const { contradictions } = await watching.observe(async () => {
      await chain.pay(7n)
      return {}
    })
    return contradictions.map(({ law }) => law)
  }
  const unexplained = ['oracle.only-commits-change-balances']
  expect(await judge(undefined)).toEqual(unexplained)
  expect(await judge(blockNumber)).toEqual(unexplained)
  expect(await judge(blockNumber + 10n)).toEqual([])
})

describe("I48: what a halt does is no action's outcome", () => {
  const [signed, other] = ['0x01', '0x02'] as const
  const blockOf = async () => (await chain.oracle.readBalances()).blockNumber
  /** Observe what the account gets while a halt is carried out, whose transaction brought so much of it. */
  const judge = async (
    { paid, byHalt }: { readonly paid: bigint; readonly byHalt: bigint },
    { commits = false, isWhole = true, sends = true } = {},
  ) => {
    const asset = (deltaBaseUnits: bigint) => ({ token, account: cage, deltaBaseUnits })
    const minedAt = (await blockOf()) + 10n
    const watching = observer(countBlocks(), () => {}, {
      findReceipt: async (hash: Hash) =>
        hash === keccak256(signed)
          ? ({ blockNumber: minedAt, logs: [] } as unknown as TransactionReceipt)
          : undefined,
      async readMovedByOthers(_, { isOthers }) {
        expect([isOthers(keccak256(other)), isOthers(zeroHash)]).toEqual([false, false])
        return { assets: isOthers(keccak256(signed)) ? [asset(byHalt)] : [], lots: [], isWhole }
      },
    })
    const { contradictions, observed } = await watching.observe(async () => {
      await chain.pay(paid)
      for (const sent of sends ? [signed] : []) watching.onSending(sent)
      watching.onEvent({ kind: 'tx:sent', hash: keccak256(signed), nonce: 1 })
      if (commits) {
        watching.onSending(other)
        watching.onEvent({ kind: 'tx:sent', hash: keccak256(other), nonce: 2, permit_id: 'a' })
      }
      watching.onEvent({ kind: 'halt:carried-out', status: 'paused', complete: false, failed: [] })
      return {}
    })
    expect(observed).toMatchObject([{ deltaBaseUnits: paid }])
    return contradictions.map(({ law, found }) => [law, found])
  }
  const law = 'oracle.only-commits-change-balances'

  test('but nothing else changes balances beside it', async () => {
    expect(await judge({ paid: 7n, byHalt: 7n })).toEqual([])
    expect(await judge({ paid: 8n, byHalt: 7n })).toEqual([[law, '1']])
    expect(await judge({ paid: 8n, byHalt: 7n }, { commits: true })).toEqual([[law, '1']])
  })

  test('which is to be sent by the agent itself', async () => {
    expect(await judge({ paid: 7n, byHalt: 7n }, { sends: false })).toEqual([[law, '7']])
  })

  test('unless nobody can tell any more what it did', async () => {
    expect(await judge({ paid: 8n, byHalt: 0n }, { isWhole: false })).toEqual([])
  })
})

test('behavior: what moved since it was looked at last shows although nothing is done then', async () => {
  let head = 1n
  const watching = observer(() => head)
  const look = async () => {
    const { contradictions } = await watching.observe(async () => ({}))
    return contradictions.map(({ found }) => found)
  }
  expect(await look()).toEqual([])
  await chain.pay(7n)
  head = 2n
  expect(await look()).toEqual(['7'])
  expect(await look()).toEqual([])
})

test('behavior: a block is read while the agent goes on, and again only if there is a later one or another changed it', async () => {
  let head = 1n
  const reads: bigint[] = []
  const watching = observer(
    () => head,
    () => void reads.push(head),
  )
  const mine = async () => {
    await chain.pay(7n)
    head += 1n
    watching.onMined()
  }
  const observe = async (body: () => Promise<void>) => {
    reads.length = 0
    const { observed } = await watching.observe(async () => {
      await body()
      return {}
    })
    return { moved: observed.map(({ deltaBaseUnits }) => deltaBaseUnits), reads: [...reads] }
  }
  expect(await observe(mine)).toEqual({ moved: [7n], reads: [1n, 2n] })
  expect(await observe(mine)).toEqual({ moved: [7n], reads: [3n] })
  const twice = async () => {
    await mine()
    await mine()
  }
  expect(await observe(twice)).toEqual({ moved: [14n], reads: [4n, 5n] })
  const changed = async () => {
    await mine()
    await chain.pay(1n)
    watching.invalidate()
  }
  expect(await observe(changed)).toEqual({ moved: [8n], reads: [6n, 6n] })
  expect(watching.takeActs().looks).toHaveLength(5)
})

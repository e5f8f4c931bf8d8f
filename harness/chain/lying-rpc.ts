import {
  type Address,
  encodeAbiParameters,
  encodeErrorResult,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  toEventSelector,
} from 'viem'
import type { RpcClient } from './rpc-client.ts'

/** What a lying node shows of an account instead of the truth. */
export interface Lie {
  readonly code?: Hex
  readonly stateDiff?: Readonly<Record<Hex, Hex>>
}

/** What a lying node makes of its answers. */
export interface AnswerLies {
  /** Every mined transaction is said to have reverted. */
  readonly reverts?: true
  /** Nothing is said to be mined. */
  readonly hidesReceipts?: true
  /** What is simulated is said to move nothing. */
  readonly movesNothing?: true
  /** Of what is simulated the account's first call is said to fail. */
  readonly simulationsRevert?: true
  /** By how many transactions accounts are said to be further than they are. */
  readonly noncesAhead?: number
  /** What the owner of the cage is said to have taken out of it. */
  readonly withdrawn?: { readonly cage: Address; readonly token: Address; readonly amountBaseUnits: bigint }
}

/** A connection to a node that lies about some accounts and in some answers, and there only. */
export interface LyingRpc {
  readonly rpc: RpcClient
  /** Lie about an account from now on, on top of what was said before. */
  lieAbout(address: Address, lie: Lie): void
  /** Lie in answers from now on, on top of what was said before. */
  lie(lies: AnswerLies): void
  /** End all lies. */
  tellTruth(): void
}

interface SimulatedBlock {
  readonly stateOverrides?: Readonly<Record<string, object>>
  readonly calls?: readonly object[]
}

/**
 * Make a connection lie: calls and simulations run on the state that the lies describe, and code and storage are read from
 * it; what is sent is sent.
 */
export function createLyingRpc(truthful: RpcClient): LyingRpc {
  let accounts: Readonly<Record<string, Lie>> = {}
  let answers: AnswerLies = {}
  const spoil = (method: string, params: readonly unknown[]): readonly unknown[] => {
    if (Object.keys(accounts).length === 0) return params
    if (method === 'eth_call') {
      return [params[0], params[1] ?? 'latest', { ...(params[2] as object), ...accounts }]
    }
    if (method !== 'eth_simulateV1') return params
    return changeBlocks(params, (block) => ({
      ...block,
      stateOverrides: { ...block.stateOverrides, ...accounts },
    }))
  }
  /** Answer what the last call of each simulated block would come to alone. */
  const readUntouched = (params: readonly unknown[]) =>
    truthful.request<readonly SimulatedAnswer[]>(
      'eth_simulateV1',
      spoil(
        'eth_simulateV1',
        changeBlocks(params, ({ calls = [], ...block }) => ({ ...block, calls: calls.slice(-1) })),
      ),
    )
  return {
    rpc: {
      ...truthful,
      async request<T>(method: string, params: readonly unknown[] = []): Promise<T> {
        const answer = await truthful.request(method, spoil(method, params))
        if (method === 'eth_simulateV1' && (answers.movesNothing || answers.simulationsRevert)) {
          return showSimulation(
            answers,
            answer as readonly SimulatedAnswer[],
            await readUntouched(params),
          ) as T
        }
        return falsify(answers, method, params, showState(accounts, method, params) ?? answer) as T
      },
      get roundTrips() {
        return truthful.roundTrips
      },
    },
    lieAbout(address, lie) {
      const key = address.toLowerCase()
      const { stateDiff, ...said } = accounts[key] ?? {}
      const words = { ...stateDiff, ...lie.stateDiff }
      accounts = { ...accounts, [key]: { ...said, ...lie, stateDiff: words } }
    },
    lie(lies) {
      answers = { ...answers, ...lies }
    },
    tellTruth() {
      accounts = {}
      answers = {}
    },
  }
}

/** What lies about accounts make of code, or of a word of storage; undefined where they say nothing of it. */
function showState(
  accounts: Readonly<Record<string, Lie>>,
  method: string,
  [address, slot]: readonly unknown[],
): Hex | undefined {
  if (method !== 'eth_getCode' && method !== 'eth_getStorageAt') return undefined
  const { code, stateDiff = {} } = accounts[String(address).toLowerCase()] ?? {}
  return method === 'eth_getCode' ? code : stateDiff[pad(slot as Hex)]
}

function falsify(lies: AnswerLies, method: string, params: readonly unknown[], answer: unknown): unknown {
  switch (method) {
    case 'eth_getTransactionReceipt':
      if (lies.hidesReceipts) return null
      return lies.reverts && answer ? { ...answer, status: '0x0', logs: [] } : answer
    case 'eth_getTransactionCount':
      return lies.noncesAhead ? numberToHex(BigInt(answer as Hex) + BigInt(lies.noncesAhead)) : answer
    case 'eth_getLogs':
      return lies.withdrawn ? [...(answer as unknown[]), inventWithdrawal(lies.withdrawn, params)] : answer
    default:
      return answer
  }
}

interface SimulatedCall {
  readonly returnData: Hex
}

interface SimulatedAnswer {
  readonly calls: readonly SimulatedCall[]
}

/** State is read by the first call and the last: what is in between leaves no trace. */
const showSimulation = (
  { simulationsRevert }: AnswerLies,
  blocks: readonly SimulatedAnswer[],
  untouched: readonly SimulatedAnswer[],
): readonly SimulatedAnswer[] =>
  blocks.map(({ calls, ...block }, at) => ({
    ...block,
    calls: calls.map((call, index) => {
      if (index > 0 && index === calls.length - 1) return { ...call, ...untouched[at]?.calls[0], logs: [] }
      const isMade = index > 0 && simulationsRevert
      return { ...call, logs: [], ...(isMade ? { status: '0x0', returnData: FIRST_CALL_FAILED } : {}) }
    }),
  }))

/** As the cage tells of a call of its that failed. */
const FIRST_CALL_FAILED = encodeErrorResult({
  abi: parseAbi(['error CallFailed(uint256 index, bytes reason)']),
  args: [0n, '0x'],
})

/** Change the blocks of what is to be simulated. */
function changeBlocks(
  [payload, ...rest]: readonly unknown[],
  change: (block: SimulatedBlock) => SimulatedBlock,
): readonly unknown[] {
  const { blockStateCalls, ...other } = payload as { readonly blockStateCalls: readonly SimulatedBlock[] }
  return [{ ...other, blockStateCalls: blockStateCalls.map(change) }, ...rest]
}

function inventWithdrawal(
  { cage, token, amountBaseUnits }: NonNullable<AnswerLies['withdrawn']>,
  params: readonly unknown[],
): object {
  const { fromBlock } = params[0] as { readonly fromBlock: Hex }
  return {
    address: cage,
    topics: [toEventSelector('Withdrawn(address,uint256,uint256)'), pad(token)],
    data: encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [amountBaseUnits, 0n]),
    blockNumber: fromBlock,
    blockHash: pad('0x01'),
    transactionHash: pad('0x02'),
    transactionIndex: '0x0',
    logIndex: '0x0',
    removed: false,
  }
}

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
    const { blockStateCalls, ...rest } = params[0] as { blockStateCalls: readonly SimulatedBlock[] }
    const spoilt = blockStateCalls.map((block) => ({
      ...block,
      stateOverrides: { ...block.stateOverrides, ...accounts },
    }))
    return [{ ...rest, blockStateCalls: spoilt }, ...params.slice(1)]
  }
  return {
    rpc: {
      ...truthful,
      async request<T>(method: string, params: readonly unknown[] = []): Promise<T> {
        const answer = await truthful.request(method, spoil(method, params))
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
    case 'eth_simulateV1':
      return showSimulation(lies, answer as readonly SimulatedAnswer[])
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

const showSimulation = (
  { movesNothing, simulationsRevert }: AnswerLies,
  blocks: readonly SimulatedAnswer[],
): readonly SimulatedAnswer[] => {
  if (simulationsRevert) return blocks.map(showReverted)
  return movesNothing ? blocks.map(showNothing) : blocks
}

/** State is read by the first call and the last: what is in between leaves no trace. */
const showNothing = ({ calls, ...block }: SimulatedAnswer): SimulatedAnswer => ({
  ...block,
  calls: calls.map((call, index) => ({
    ...call,
    logs: [],
    ...(index > 0 && index === calls.length - 1 ? { returnData: calls[0]?.returnData } : {}),
  })),
})

/** As the cage tells of a call of its that failed. */
const FIRST_CALL_FAILED = encodeErrorResult({
  abi: parseAbi(['error CallFailed(uint256 index, bytes reason)']),
  args: [0n, '0x'],
})

const showReverted = (block: SimulatedAnswer): SimulatedAnswer => {
  const { calls, ...rest } = showNothing(block)
  return {
    ...rest,
    calls: calls.map((call, index) =>
      index > 0 && index < calls.length - 1
        ? { ...call, status: '0x0', returnData: FIRST_CALL_FAILED }
        : call,
    ),
  }
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

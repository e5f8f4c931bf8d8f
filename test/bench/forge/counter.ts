import * as fc from 'fast-check'
import { type Abi, type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import type { Fork } from '../../../harness/chain/fork.ts'

/** What is done to the counter. */
type Operation =
  | { readonly name: 'add' | 'take'; readonly amount: bigint }
  | { readonly name: 'open' | 'close' }

/** What looking for a broken law of the counter came to. */
export interface CounterHunt {
  readonly calls: number
  readonly elapsedMs: number
  /** Operations of the smallest sequence that breaks the law; undefined when none does. */
  readonly shrunkLength?: number
  /** Time until the law was first broken, before anything was made small. */
  readonly foundMs?: number
}

const COUNTER: Address = '0x00000000000000000000000000000000000c0c0a'
const SENDER: Address = '0x00000000000000000000000000000000000c0c0b'
const LIMIT = 500n

const amount = fc.bigInt({ min: 1n, max: 200n })
const drawnOperation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ name: fc.constant('add' as const), amount }),
  fc.record({ name: fc.constant('take' as const), amount }),
  fc.record({ name: fc.constantFrom('open' as const, 'close' as const) }),
)

/** Look for a sequence that breaks the counter's law, on a chain, each operation a transaction and a block. */
export async function huntOnChain(
  fork: Fork,
  contract: { readonly abi: Abi; readonly runtime: Hex },
  options: {
    readonly hasFault: boolean
    readonly runs: number
    readonly depth: number
    readonly seed: number
  },
): Promise<CounterHunt> {
  const { rpc } = fork
  const { abi, runtime } = contract
  await rpc.request('anvil_setBalance', [SENDER, '0xde0b6b3a7640000'])
  await rpc.request('anvil_setCode', [COUNTER, runtime])
  const flag = options.hasFault ? '1' : '0'
  await rpc.request('anvil_setStorageAt', [COUNTER, '0x0', `0x${flag.padStart(64, '0')}`])
  let calls = 0
  let foundMs: number | undefined
  const started = performance.now()
  const isKept = async (operations: readonly Operation[]) => {
    const before = await rpc.request<Hex>('evm_snapshot')
    try {
      for (const operation of operations) {
        calls += 1
        const args = 'amount' in operation ? [operation.amount] : []
        const data = encodeFunctionData({ abi, functionName: operation.name, args })
        await rpc.request('eth_sendTransaction', [{ from: SENDER, to: COUNTER, data, gas: '0x186a0' }])
        await fork.mine()
        const read = { to: COUNTER, data: encodeFunctionData({ abi, functionName: 'value' }) }
        const value = await rpc.request<Hex>('eth_call', [read])
        if ((decodeFunctionResult({ abi, functionName: 'value', data: value }) as bigint) > LIMIT) {
          foundMs ??= performance.now() - started
          return false
        }
      }
      return true
    } finally {
      await rpc.request('evm_revert', [before])
      await fork.resync()
    }
  }
  const { depth: maxLength, runs: numRuns, seed } = options
  const outcome = await fc.check(
    fc.asyncProperty(fc.array(drawnOperation, { maxLength, size: 'max' }), isKept),
    { numRuns, seed },
  )
  const [smallest] = outcome.counterexample ?? []
  return {
    calls,
    elapsedMs: performance.now() - started,
    ...(smallest === undefined ? {} : { shrunkLength: smallest.length }),
    ...(foundMs === undefined ? {} : { foundMs }),
  }
}

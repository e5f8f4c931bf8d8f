import { type Abi, type Address, encodeDeployData, type Hex, numberToHex } from 'viem'
import { decodeFunctionResult } from '../../tools/core/decode-function-result.ts'
import { encodeFunctionData } from '../../tools/core/encode-function-data.ts'
import { HarnessError } from '../errors.ts'
import type { Artifact } from './artifacts.ts'
import { type RpcClient, RpcError } from './rpc-client.ts'

/** A transaction of the builder; without `to` it creates a contract. */
export interface BuilderTransaction {
  /** Said in errors, e.g. "mint USDC for lp". */
  readonly label: string
  readonly from: Address
  readonly to?: Address
  readonly data?: Hex
  readonly valueWei?: bigint
  /** Gas limit; the default suits everything but a contract creation. */
  readonly gas?: bigint
}

/** A contract call of the builder. */
export interface BuilderCall extends Omit<BuilderTransaction, 'data' | 'to'> {
  readonly to: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args?: readonly unknown[]
}

/** Fills a fresh chain, block by block, at times that it is told. */
export interface ChainBuilder {
  /** Queue a transaction; it is mined with the block, in this order. Queued ones that fill a block are mined. */
  send(transaction: BuilderTransaction): Promise<void>
  /** Read from the last block. */
  read<T>(call: Pick<BuilderCall, 'to' | 'abi' | 'functionName' | 'args'>): Promise<T>
  /** Queue a contract call. */
  call(call: BuilderCall): Promise<void>
  /**
   * Put a contract at a given address: its own creation code runs *there*, so that storage, immutables and
   * cached domain separators are those of a creation at that address. The creator is `from`.
   */
  place(artifact: Artifact, address: Address, args: readonly unknown[], from: Address): Promise<void>
  /** Write one word of a contract's storage, once the queue is mined. */
  write(address: Address, slot: Hex, word: Hex): Promise<void>
  /** Mine the queue, if there is any, 12 s after the last block; or a block at a given later time, whatever is queued. */
  mine(timestampSeconds?: number): Promise<void>
  /** Time of the last block. */
  nowSeconds(): number
}

const BLOCK_SECONDS = 12
const BLOCK_GAS = 30_000_000n
const CALL_GAS = 1_500_000n
const PLACE_GAS = 10_000_000n
const BASE_FEE_WEI = 1_000_000_000n
const GAS_PRICE = numberToHex(2n * BASE_FEE_WEI)

/**
 * Create the builder over a node that mines on demand, first come first served, with all accounts impersonated.
 *
 * Errors of its methods: `DEPLOY_FAILED` naming the transaction that failed and why.
 */
export function createChainBuilder(rpc: RpcClient, genesisSeconds: number): ChainBuilder {
  let now = genesisSeconds
  let queue: { readonly label: string; readonly request: Readonly<Record<string, unknown>> }[] = []
  let queuedGas = 0n

  const builder: ChainBuilder = {
    async send({ label, from, to, data, valueWei, gas = CALL_GAS }) {
      if (queuedGas + gas > BLOCK_GAS) await builder.mine()
      const request = {
        from,
        to,
        data,
        value: numberToHex(valueWei ?? 0n),
        gas: numberToHex(gas),
        gasPrice: GAS_PRICE,
      }
      await rpc.request('eth_sendTransaction', [request])
      queue.push({ label, request })
      queuedGas += gas
    },
    call: ({ abi, functionName, args, ...transaction }) =>
      builder.send({ ...transaction, data: encodeFunctionData({ abi, functionName, args }) }),
    async read<T>({ to, ...call }: Pick<BuilderCall, 'to' | 'abi' | 'functionName' | 'args'>) {
      const data = await rpc.request<Hex>('eth_call', [{ to, data: encodeFunctionData(call) }, 'latest'])
      return decodeFunctionResult({ ...call, data }) as T
    },
    async place(artifact, address, args, from) {
      const label = `create ${artifact.name}`
      const creation = encodeDeployData({ abi: artifact.abi, bytecode: artifact.bytecode, args })
      await rpc.request('anvil_setCode', [address, creation])
      // Contracts begin at nonce 1 (EIP-161): what it creates now lies where it does on mainnet, and what it creates later elsewhere.
      await rpc.request('anvil_setNonce', [address, '0x1'])
      const runtime = await rpc
        .request<Hex>('eth_call', [{ from, to: address, gas: numberToHex(PLACE_GAS) }, 'latest'])
        .catch((error) => {
          throw failure(label, error)
        })
      await builder.send({ label, from, to: address, gas: PLACE_GAS })
      await builder.mine()
      await rpc.request('anvil_setCode', [address, runtime])
    },
    async write(address, slot, word) {
      await builder.mine()
      await rpc.request('anvil_setStorageAt', [address, slot, word])
    },
    async mine(at) {
      if (queue.length === 0 && at === undefined) return
      const timestampSeconds = at ?? now + BLOCK_SECONDS
      await rpc.request('anvil_setNextBlockBaseFeePerGas', [numberToHex(BASE_FEE_WEI)])
      await rpc.request('evm_setNextBlockTimestamp', [numberToHex(timestampSeconds)])
      await rpc.request('evm_mine')
      const receipts = await rpc.request<readonly { status: Hex }[]>('eth_getBlockReceipts', ['latest'])
      const mined = queue
      queue = []
      queuedGas = 0n
      now = timestampSeconds
      for (const [index, { label, request }] of mined.entries()) {
        if (receipts[index]?.status === '0x1') continue
        const reason = await rpc.request('eth_call', [request, 'latest']).catch((error) => error)
        throw failure(label, receipts[index] ? reason : 'the node did not mine it')
      }
    },
    nowSeconds: () => now,
  }
  return builder
}

const failure = (label: string, reason: unknown) =>
  new HarnessError('DEPLOY_FAILED', `building the world failed: ${label}`, {
    expected: 'the transaction to succeed',
    found: reason instanceof RpcError ? `${reason.message} ${reason.data ?? ''}`.trim() : String(reason),
    hint: 'run `npm ci` in case a contract package changed; `assay doctor` checks the set-up',
    cause: reason instanceof Error ? reason : undefined,
  })

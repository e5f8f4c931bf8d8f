import { gunzipSync } from 'node:zlib'
import { type Hex, numberToHex } from 'viem'
import { toCanonicalJson } from '../../tools/core/json.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { HarnessError } from '../errors.ts'
import { readText, type TextBytes } from './origin-at-rest.ts'

/** An account as anvil dumps it; addresses and slots are lower-case and of full length. */
interface DumpedAccount {
  readonly balance: Hex
  readonly nonce: number
  readonly code: Hex
  readonly storage: Readonly<Record<string, Hex>>
}

/** An account of a genesis file; what is left out is empty. */
export interface GenesisAccount {
  readonly balance: Hex
  readonly nonce: Hex
  readonly code?: Hex
  readonly storage?: Readonly<Record<string, Hex>>
}

interface AnvilState {
  readonly accounts: Readonly<Record<string, DumpedAccount>>
  readonly blocks: readonly { readonly header: { readonly number: Hex } }[]
  readonly transactions: readonly {
    readonly block_number: number
    readonly info: { readonly transaction_index: number; readonly traces: readonly unknown[] }
  }[]
  readonly [key: string]: unknown
}

/**
 * Read the whole state of an anvil as the JSON text that `--load-state` takes.
 *
 * Blocks, transactions and receipts are kept: a fork asks for them. Traces are left out, they are most of the size.
 * Everything is sorted, so that equal chains give equal text.
 */
export async function readDump(rpc: RpcClient): Promise<string> {
  const packed = await rpc.request<Hex>('anvil_dumpState')
  const state = unpack(packed)
  if (!state.accounts || !state.blocks || !state.transactions) {
    throw new HarnessError('INTERNAL', 'the node dumps its state in an unknown form', {
      expected: 'accounts, blocks and transactions',
      found: Object.keys(state).join(', '),
      hint: 'use anvil 1.7',
    })
  }
  const blocks = [...state.blocks].sort((a, b) => Number(a.header.number) - Number(b.header.number))
  const transactions = [...state.transactions]
    .sort((a, b) => a.block_number - b.block_number || a.info.transaction_index - b.info.transaction_index)
    .map((transaction) => ({ ...transaction, info: { ...transaction.info, traces: [] } }))
  return toCanonicalJson({ ...state, blocks, transactions, historical_states: null })
}

/** Measure the accounts of an anvil: how many there are, and their size as JSON, in bytes. */
export async function measureAccounts(rpc: RpcClient): Promise<{ count: number; bytes: number }> {
  const { accounts } = unpack(await rpc.request<Hex>('anvil_dumpState'))
  return { count: Object.keys(accounts).length, bytes: JSON.stringify(accounts).length }
}

/**
 * Reduce a dump to its accounts, as the text of a genesis file: a fork that is started with it holds them all and asks
 * its upstream about none.
 */
export function toGenesis(dump: string): string {
  const { accounts }: AnvilState = JSON.parse(dump)
  const alloc = Object.entries(accounts).map(([address, { balance, nonce, code, storage }]) => [
    address,
    {
      balance,
      nonce: numberToHex(nonce),
      ...(code === '0x' ? {} : { code }),
      ...(Object.keys(storage).length === 0 ? {} : { storage }),
    } satisfies GenesisAccount,
  ])
  // Of the block that it describes a fork takes nothing.
  const block = { nonce: '0x0', timestamp: '0x0', extraData: '0x', gasLimit: '0x1c9c380', difficulty: '0x0' }
  return JSON.stringify({ config: {}, ...block, alloc: Object.fromEntries(alloc) })
}

/** Accounts of a genesis file, by their address in lower case. */
export type GenesisAccounts = Readonly<Record<string, GenesisAccount>>

/** Read the accounts of a genesis file. */
export const readGenesis = (genesis: TextBytes): GenesisAccounts =>
  (JSON.parse(readText(genesis)) as { readonly alloc: GenesisAccounts }).alloc

/** Read the accounts of a genesis file when they are first asked for: some megabytes of text. */
export function openGenesis(genesis: TextBytes): () => GenesisAccounts {
  let accounts: GenesisAccounts | undefined
  return () => {
    accounts ??= readGenesis(genesis)
    return accounts
  }
}

const unpack = (packed: Hex): AnvilState =>
  JSON.parse(gunzipSync(Buffer.from(packed.slice(2), 'hex')).toString('utf8'))

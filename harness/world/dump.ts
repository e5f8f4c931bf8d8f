import { gunzipSync, gzipSync } from 'node:zlib'
import type { Hex } from 'viem'
import { toCanonicalJson } from '../../tools/core/json.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { HarnessError } from '../errors.ts'

/** An account as anvil dumps it; addresses and slots are lower-case and of full length. */
export interface DumpedAccount {
  readonly balance: Hex
  readonly nonce: number
  readonly code: Hex
  readonly storage: Readonly<Record<string, Hex>>
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

/** Reduce a dump to its accounts, packed as `anvil_loadState` takes it, to warm a fork of the same chain. */
export function packAccounts(dump: string): Hex {
  const { accounts }: AnvilState = JSON.parse(dump)
  const text = JSON.stringify({
    accounts,
    block: null,
    best_block_number: null,
    blocks: [],
    transactions: [],
  })
  return `0x${gzipSync(text, { level: 1 }).toString('hex')}`
}

/** Read the accounts of packed state, by address. */
export const unpackAccounts = (packed: Hex): AnvilState['accounts'] => unpack(packed).accounts

const unpack = (packed: Hex): AnvilState =>
  JSON.parse(gunzipSync(Buffer.from(packed.slice(2), 'hex')).toString('utf8'))

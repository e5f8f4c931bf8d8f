import { gunzipSync, gzipSync } from 'node:zlib'
import type { Hex } from 'viem'
import { toCanonicalJson } from '../../tools/core/json.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { HarnessError } from '../errors.ts'

interface AnvilState {
  readonly accounts: Readonly<Record<string, unknown>>
  readonly blocks: readonly { readonly header: { readonly number: Hex } }[]
  readonly [key: string]: unknown
}

/**
 * Read the whole state of an anvil as the JSON text that `--load-state` takes.
 *
 * All blocks are kept, transactions are left out. Members are sorted, so that equal chains give equal text.
 */
export async function readDump(rpc: RpcClient): Promise<string> {
  const packed = await rpc.request<Hex>('anvil_dumpState')
  const state: AnvilState = JSON.parse(gunzipSync(Buffer.from(packed.slice(2), 'hex')).toString('utf8'))
  if (state.accounts === undefined || state.blocks === undefined) {
    throw new HarnessError('INTERNAL', 'the node dumps its state in an unknown form', {
      expected: 'accounts and blocks',
      found: Object.keys(state).join(', '),
      hint: 'use anvil 1.7',
    })
  }
  const blocks = [...state.blocks].sort((a, b) => Number(a.header.number) - Number(b.header.number))
  return toCanonicalJson({ ...state, blocks, historical_states: null })
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

import { numberToHex } from 'viem'
import type { RpcClient } from './rpc-client.ts'

/** Where EIP-2935 keeps block hashes; pre-set, or every new block of a fork asks its upstream for its slot. */
const HISTORY_STORAGE = '0x0000f90827f1c53a10cb7a02335b175320002935'
const HISTORY_SLOTS = 8_191n
const PRESET_SLOTS = 512n
const ZERO_WORD = `0x${'0'.repeat(64)}`

/** Set the slots of the blocks that follow a head, more than any scenario mines, to zero. */
export const presetBlockHashes = (rpc: RpcClient, headNumber: bigint) =>
  Promise.all(
    Array.from({ length: Number(PRESET_SLOTS) }, (_, index) =>
      rpc.request('anvil_setStorageAt', [
        HISTORY_STORAGE,
        numberToHex((headNumber + BigInt(index)) % HISTORY_SLOTS),
        ZERO_WORD,
      ]),
    ),
  )

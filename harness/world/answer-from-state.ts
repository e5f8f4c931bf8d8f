import { type Hex, numberToHex } from 'viem'
import type { GenesisAccount, GenesisAccounts } from './dump.ts'
import type { Answer, OriginAtRest } from './origin-at-rest.ts'

const EMPTY: GenesisAccount = { balance: '0x0', nonce: '0x0' }
const ZERO_WORD: Hex = `0x${'0'.repeat(64)}`

/** Answer what is asked about the accounts of an origin at its head. */
export function answerFromState(
  { headNumber }: Pick<OriginAtRest, 'headNumber'>,
  readAccounts: () => GenesisAccounts,
): Answer {
  return (method, params) => {
    const [address, ...rest] = params
    const block = rest.at(-1)
    if (typeof address !== 'string' || !(block === 'latest' || Number(block) === headNumber)) return undefined
    const { balance, nonce, code = '0x', storage = {} } = readAccounts()[address.toLowerCase()] ?? EMPTY
    switch (method) {
      case 'eth_getAccountInfo':
        return { balance, nonce, code }
      case 'eth_getBalance':
        return balance
      case 'eth_getTransactionCount':
        return nonce
      case 'eth_getCode':
        return code
      case 'eth_getStorageAt':
        return storage[numberToHex(BigInt(String(rest[0])), { size: 32 })] ?? ZERO_WORD
      default:
        return undefined
    }
  }
}

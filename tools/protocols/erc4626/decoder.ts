import type { Address } from 'viem'
import {
  type CallDecoder,
  type DecodedCall,
  type DecodedPositionChange,
  type DecodeScope,
  NO_EFFECT,
} from '../../core/call-decoder.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Call } from '../../core/plan.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { keepGainsOwn } from '../../kit/keep-gains-own.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { vaultAbi } from './abi.ts'
import { BASE, listKnownVaults, VAULT_NAMES } from './base.ts'
import { keyOf } from './places.ts'

const ACTS = ['deposit', 'mint', 'withdraw', 'redeem']

/** Decode what an account does with shares of the known vaults: of any other vault the bytes do not say what it takes. */
export const DECODER: CallDecoder = {
  claims: [{ target: 'own', contracts: VAULT_NAMES, selectors: selectorsOf(vaultAbi, ACTS) }],
  decode: (call, scope) => keepGainsOwn(decodeAct(call, scope), scope.account),
}

function decodeAct(
  { to: vault, data, valueWei }: Call,
  { account, book }: DecodeScope,
): DecodedCall | undefined {
  const decoded = decodeExactly(vaultAbi, data)
  const asset = listKnownVaults(book).find(({ address }) => isAddressEqual(address, vault))?.asset
  // A vault takes no value.
  if (decoded === undefined || asset === undefined || valueWei !== 0n) return undefined
  const effect = { ...NO_EFFECT, functionName: decoded.functionName, tokens: [asset] }
  const change = (kind: DecodedPositionChange['change'], owner: Address): DecodedPositionChange[] => [
    { protocol: BASE.id, contract: vault, id: keyOf(vault), change: kind, owner },
  ]
  switch (decoded.functionName) {
    case 'deposit': {
      const [amountBaseUnits, receiver] = decoded.args
      const outflows = amountBaseUnits === 0n ? [] : [{ token: asset, amountBaseUnits }]
      return { ...effect, outflows, recipients: [receiver], positions: change('increase', receiver) }
    }
    case 'mint': {
      // What the shares cost is at most what the vault may take, which an approval in the same bundle says.
      const [, receiver] = decoded.args
      return { ...effect, recipients: [receiver], positions: change('increase', receiver) }
    }
    case 'withdraw':
    case 'redeem': {
      const [, receiver, owner] = decoded.args
      const isOwn = isAddressEqual(owner, account)
      return {
        ...effect,
        recipients: [receiver],
        positions: change('decrease', owner),
        ...(isOwn ? {} : { forbidden: "another account's shares" }),
      }
    }
    default:
      return undefined
  }
}

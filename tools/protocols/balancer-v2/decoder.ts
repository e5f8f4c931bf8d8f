import { type Address, type Hex, slice, zeroAddress } from 'viem'
import {
  type CallDecoder,
  type DecodedCall,
  type DecodedOutflow,
  type DecodedPositionChange,
  NO_EFFECT,
} from '../../core/call-decoder.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Call } from '../../core/plan.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { factoryAbi, vaultAbi } from './abi.ts'
import { BASE } from './base.ts'
import { keyOfPool, keyOfToken } from './places.ts'
import { SWAP_KIND } from './route.ts'

const ACTS = ['swap', 'batchSwap', 'joinPool', 'exitPool', 'manageUserBalance']

/** What an operation on balances inside of the Vault does (v2-interfaces `IVault.UserBalanceOpKind`). */
const DEPOSIT = 0
const WITHDRAW = 1

interface Funds {
  readonly sender: Address
  readonly fromInternalBalance: boolean
  readonly recipient: Address
  readonly toInternalBalance: boolean
}

/** Decode what an account does in the Vault: swaps, joins, exits, and balances inside of it. */
export const DECODER: CallDecoder = {
  claims: [{ target: 'own', contracts: ['vault'], selectors: selectorsOf(vaultAbi, ACTS) }],
  decode: (call, { account }) => decodeAct(call, account),
}

/** Decode the creation of a pool, which moves nothing. */
export const FACTORY_DECODER: CallDecoder = {
  claims: [{ target: 'own', contracts: ['weightedFactory'], selectors: selectorsOf(factoryAbi) }],
  decode: ({ valueWei, data }) =>
    valueWei === 0n && decodeExactly(factoryAbi, data) !== undefined
      ? { ...NO_EFFECT, functionName: 'create' }
      : undefined,
}

const outflow = (token: Address, amountBaseUnits: bigint): DecodedOutflow[] =>
  amountBaseUnits <= 0n ? [] : [{ token, amountBaseUnits }]

const change = (
  contract: Address,
  id: Hex,
  kind: DecodedPositionChange['change'],
  owner: Address,
): DecodedPositionChange => ({ protocol: BASE.id, contract, id, change: kind, owner })

/** The cage lets nothing in the Vault go to others, approved recipients among them. */
const FOREIGN = { forbidden: 'funds of another account, or for one' }

/** Name what is never allowed of whose funds move, and between what. */
function forbidFunds({ sender, fromInternalBalance, recipient, toInternalBalance }: Funds, account: Address) {
  if (![sender, recipient].every((party) => isAddressEqual(party, account))) return FOREIGN
  // Units of a position would change by a call that says none.
  return fromInternalBalance || toInternalBalance
    ? { forbidden: 'a swap of balances inside of the Vault' }
    : {}
}

function decodeAct({ to: vault, data, valueWei }: Call, account: Address): DecodedCall | undefined {
  const decoded = decodeExactly(vaultAbi, data)
  if (decoded === undefined || valueWei !== 0n) return undefined
  const effect = { ...NO_EFFECT, functionName: decoded.functionName }
  switch (decoded.functionName) {
    case 'swap': {
      const [{ kind, assetIn, assetOut, amount }, funds, limit] = decoded.args
      if ([assetIn, assetOut].includes(zeroAddress)) return undefined
      return {
        ...effect,
        outflows: outflow(assetIn, kind === SWAP_KIND.input ? amount : limit),
        inflows: [assetOut],
        recipients: [funds.recipient],
        tokens: [assetIn, assetOut],
        ...forbidFunds(funds, account),
      }
    }
    case 'batchSwap': {
      const [, , assets, funds, limits] = decoded.args
      if (assets.includes(zeroAddress) || assets.length !== limits.length) return undefined
      return {
        ...effect,
        outflows: assets.flatMap((asset, index) => outflow(asset, limits[index] as bigint)),
        inflows: assets.filter((_, index) => (limits[index] as bigint) < 0n),
        recipients: [funds.recipient],
        tokens: assets,
        ...forbidFunds(funds, account),
      }
    }
    case 'joinPool': {
      const [poolId, sender, recipient, { assets, maxAmountsIn, fromInternalBalance }] = decoded.args
      const funds = { sender, fromInternalBalance, recipient, toInternalBalance: false }
      const own = slice(poolId, 0, 20)
      const paid = assets.map((asset, index) => ({ asset, most: maxAmountsIn[index] ?? 0n }))
      const given = paid.filter(({ asset }) => !isAddressEqual(asset, own))
      if (assets.includes(zeroAddress)) return undefined
      return {
        ...effect,
        outflows: given.flatMap(({ asset, most }) => outflow(asset, most)),
        recipients: [recipient],
        tokens: given.map(({ asset }) => asset),
        positions: [change(vault, keyOfPool(poolId), 'increase', recipient)],
        ...forbidFunds(funds, account),
      }
    }
    case 'exitPool': {
      const [poolId, sender, recipient, { assets, toInternalBalance }] = decoded.args
      const funds = { sender, fromInternalBalance: false, recipient, toInternalBalance }
      if (assets.includes(zeroAddress)) return undefined
      return {
        ...effect,
        recipients: [recipient],
        tokens: assets.filter((asset) => !isAddressEqual(asset, slice(poolId, 0, 20))),
        positions: [change(vault, keyOfPool(poolId), 'decrease', sender)],
        ...forbidFunds(funds, account),
      }
    }
    case 'manageUserBalance':
      return decodeBalances(effect, vault, decoded.args[0], account)
    default:
      return undefined
  }
}

interface BalanceOp {
  readonly kind: number
  readonly asset: Address
  readonly amount: bigint
  readonly sender: Address
  readonly recipient: Address
}

function decodeBalances(
  effect: Omit<DecodedCall, 'recipients'>,
  vault: Address,
  ops: readonly BalanceOp[],
  account: Address,
): DecodedCall | undefined {
  if (ops.some(({ kind, asset }) => kind > WITHDRAW || asset === zeroAddress)) {
    return {
      ...effect,
      recipients: ops.map(({ recipient }) => recipient),
      forbidden: 'a transfer by the Vault',
    }
  }
  const parties = ops.flatMap(({ sender, recipient }) => [sender, recipient])
  const isOwn = parties.every((party) => isAddressEqual(party, account))
  return {
    ...effect,
    outflows: ops.flatMap(({ kind, asset, amount }) => (kind === DEPOSIT ? outflow(asset, amount) : [])),
    recipients: ops.map(({ recipient }) => recipient),
    tokens: ops.map(({ asset }) => asset),
    positions: ops.map(({ kind, asset, sender, recipient }) =>
      kind === DEPOSIT
        ? change(vault, keyOfToken(asset), 'increase', recipient)
        : change(vault, keyOfToken(asset), 'decrease', sender),
    ),
    ...(isOwn ? {} : FOREIGN),
  }
}

import { type Hex, hexToBytes, numberToHex } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { policyCageAbi } from '../../../tools/core/generated/policy-cage-abi.ts'
import type { Call } from '../../../tools/core/plan.ts'
import { signDigest } from '../../../tools/core/secp256k1.ts'
import { encodeCageExecute } from '../../../tools/safety/evidence/encode-cage-execute.ts'
import { hashGuardianRequest } from '../../../tools/safety/guardian/guardian.ts'
import { ACTORS, type ActorName } from '../../world/actors.ts'
import type { Stand } from './stand.ts'
import { STAND_ABI } from './stand-abi.ts'
import type { InnerCall, Operation, Step } from './step.ts'

/** A call as a simulation takes it. */
export interface SentCall {
  readonly from: Hex
  readonly to: Hex
  readonly data: Hex
  readonly gas: Hex
  readonly value?: Hex
}

/** More than any act needs. */
const GAS = numberToHex(3_000_000)

const UNPAUSE = encodeFunctionData({ abi: policyCageAbi, functionName: 'unpause' })

/** Encode the call that looks at what the cage remembers. */
export const encodeLook = ({ lens, cage }: Stand): SentCall => ({
  from: ACTORS.stranger.address,
  to: lens,
  data: encodeFunctionData({ abi: STAND_ABI, functionName: 'look', args: [cage] }),
  gas: GAS,
})

/** Encode what a step sends; nothing where time only passes. */
export function encodeStep({ by, operation }: Step, stand: Stand): SentCall | undefined {
  const target = targetOf(operation, stand)
  if (target === undefined) return undefined
  const value = operation.to === 'force' ? { value: numberToHex(operation.wei) } : {}
  return { from: addressOf(by), to: target, data: encodeOperation(operation, stand), gas: GAS, ...value }
}

const addressOf = (name: ActorName): Hex => ACTORS[name].address

function targetOf(operation: Operation, { cage, venue, tokens, feeds }: Stand): Hex | undefined {
  switch (operation.to) {
    case 'wait':
      return undefined
    case 'force':
      return venue
    case 'mint':
    case 'burn':
    case 'mute':
      return tokens[operation.asset]
    case 'feed':
      return feeds[operation.asset]
    default:
      return cage
  }
}

function encodeOperation(operation: Operation, stand: Stand): Hex {
  const { cage, tokens } = stand
  switch (operation.to) {
    case 'execute':
      return encodeExecute(operation, stand)
    case 'deposit':
    case 'withdraw': {
      const args = [tokens[operation.asset], operation.amount] as const
      return encodeFunctionData({ abi: policyCageAbi, functionName: operation.to, args })
    }
    case 'mint':
    case 'burn':
      return encodeFunctionData({
        abi: STAND_ABI,
        functionName: operation.to,
        args: [cage, operation.amount],
      })
    case 'mute':
      return encodeFunctionData({ abi: STAND_ABI, functionName: 'setMute', args: [operation.isMute] })
    case 'force':
      return encodeFunctionData({ abi: STAND_ABI, functionName: 'force', args: [cage] })
    case 'feed': {
      const { answer, updatedAtSeconds: at } = operation
      return at === undefined
        ? encodeFunctionData({ abi: STAND_ABI, functionName: 'set', args: [answer] })
        : encodeFunctionData({ abi: STAND_ABI, functionName: 'setDated', args: [answer, BigInt(at)] })
    }
    case 'queue-unpause':
      return encodeFunctionData({ abi: policyCageAbi, functionName: 'queue', args: [UNPAUSE] })
    case 'poke':
    case 'pause':
      return encodeFunctionData({ abi: policyCageAbi, functionName: operation.to })
    case 'unpause':
      return UNPAUSE
    case 'wait':
      return '0x'
  }
}

/** Keys of those who sign, and of one who may not. */
const KEYS = {
  guardian: hexToBytes(ACTORS.guardian.privateKey),
  forged: hexToBytes(ACTORS.attacker.privateKey),
}

function encodeExecute(
  { calls: drawn, deadlineSeconds, permit, signature }: Extract<Operation, { readonly to: 'execute' }>,
  stand: Stand,
): Hex {
  const calls = drawn.map((call) => encodeInner(call, stand))
  const permitId = numberToHex(permit, { size: 32 })
  const deadline = BigInt(deadlineSeconds)
  if (signature === 'none') return encodeCageExecute(calls, deadline, permitId)
  const digest = hashGuardianRequest({
    chainId: stand.chainId,
    account: stand.cage,
    permitId,
    calls,
    deadlineSeconds: deadline,
    gasLimit: 0n,
    maxFeePerGasWei: 0n,
  })
  const { r, s, yParity } = signDigest(KEYS[signature], digest)
  return encodeCageExecute(
    calls,
    deadline,
    permitId,
    `${r}${s.slice(2)}${yParity === 0 ? '1b' : '1c'}` as Hex,
  )
}

function encodeInner(inner: InnerCall, { cage, venue, tokens }: Stand): Call {
  const call = (to: Hex, data: Hex): Call => ({ to, valueWei: 0n, data })
  switch (inner.call) {
    case 'approve': {
      const args = [venue, inner.amount] as const
      return call(tokens[inner.asset], encodeFunctionData({ abi: STAND_ABI, functionName: 'approve', args }))
    }
    case 'transfer': {
      const args = [ACTORS.recipient.address, inner.amount] as const
      return call(tokens[inner.asset], encodeFunctionData({ abi: STAND_ABI, functionName: 'transfer', args }))
    }
    case 'swap': {
      const args = [
        tokens[inner.assetIn],
        inner.amountIn,
        tokens[inner.assetOut],
        inner.amountOut,
        cage,
      ] as const
      return call(venue, encodeFunctionData({ abi: STAND_ABI, functionName: 'swap', args }))
    }
    case 'unlisted':
      return call(venue, encodeFunctionData({ abi: STAND_ABI, functionName: 'force', args: [cage] }))
  }
}

import {
  type Hex,
  hexToBigInt,
  hexToNumber,
  numberToHex,
  parseTransaction,
  serializeSignature,
  serializeTransaction,
  type TransactionSerializableEIP1559,
  type TransactionSerializedEIP1559,
  type TypedDataDefinition,
} from 'viem'
import { keyAccount } from '../key-account.ts'
import type { RemoteSignerMode } from './remote-signer-mode.ts'

/** A request as it arrives at the service. */
export interface SignRequest {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** Order of the group (SEC 2, section 2.4.1). */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const OTHER_CHAIN = 1

/** Sign what a request asks for, as a mode has it, with a key. */
export function signRequested(
  { method, params }: SignRequest,
  mode: RemoteSignerMode,
  privateKey: Hex,
): Promise<Hex> {
  if (method === 'eth_signTransaction') return signTransaction(params[0] as never, mode, privateKey)
  if (method === 'eth_signTypedData_v4') return signTypedData(params[1] as string, mode, privateKey)
  throw new RangeError(`expected a request to sign, found ${method}`)
}

async function signTransaction(
  asked: Readonly<Record<string, Hex>>,
  mode: RemoteSignerMode,
  privateKey: Hex,
): Promise<Hex> {
  const of = (name: string) => asked[name] as Hex
  const chainId = mode === 'other-chain' ? OTHER_CHAIN : hexToNumber(of('chainId'))
  const gas = hexToBigInt(of('gas')) + (mode === 'other-bytes' ? 1n : 0n)
  const raw = await keyAccount(privateKey).signTransaction({
    type: 'eip1559',
    chainId,
    gas,
    to: of('to'),
    data: of('data'),
    value: hexToBigInt(of('value')),
    nonce: hexToNumber(of('nonce')),
    maxFeePerGas: hexToBigInt(of('maxFeePerGas')),
    maxPriorityFeePerGas: hexToBigInt(of('maxPriorityFeePerGas')),
  })
  return mode === 'high-s' ? mirrorTransaction(raw) : raw
}

function mirrorTransaction(raw: Hex): Hex {
  const { r, s, yParity, v, ...rest } = parseTransaction(raw as TransactionSerializedEIP1559)
  return serializeTransaction(
    rest as TransactionSerializableEIP1559,
    mirror(r as Hex, s as Hex, yParity ?? 0),
  )
}

async function signTypedData(text: string, mode: RemoteSignerMode, privateKey: Hex): Promise<Hex> {
  const asked = JSON.parse(text) as TypedDataDefinition & { readonly domain: object }
  const changed =
    mode === 'other-chain' || mode === 'other-bytes'
      ? { ...asked, domain: { ...asked.domain, chainId: OTHER_CHAIN } }
      : asked
  const signature = await keyAccount(privateKey).signTypedData(changed as TypedDataDefinition)
  if (mode !== 'high-s') return signature
  const { r, s, yParity } = mirror(
    signature.slice(0, 66) as Hex,
    `0x${signature.slice(66, 130)}`,
    hexToNumber(`0x${signature.slice(130)}`) - 27,
  )
  return serializeSignature({ r, s, yParity })
}

/** The other form of a signature, from which the same account is recovered. */
const mirror = (r: Hex, s: Hex, yParity: number) => ({
  r,
  s: numberToHex(ORDER - hexToBigInt(s), { size: 32 }),
  yParity: 1 - yParity,
})

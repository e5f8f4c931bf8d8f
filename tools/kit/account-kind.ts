import { type Address, getAddress, type Hex, slice } from 'viem'

/** What lives at an address, judged by its code. */
export type AccountKind =
  | { readonly kind: 'eoa' }
  /** An EOA that delegates to a contract (EIP-7702). */
  | { readonly kind: 'delegated-eoa'; readonly implementation: Address }
  /** A minimal proxy with a fixed implementation (EIP-1167). */
  | { readonly kind: 'minimal-proxy'; readonly implementation: Address }
  | { readonly kind: 'contract' }

const DELEGATION = /^0xef0100([0-9a-f]{40})$/i
const MINIMAL_PROXY = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/i

/** Classify an address by its code. */
export function classifyCode(code: Hex | undefined): AccountKind {
  if (code === undefined || code === '0x') return { kind: 'eoa' }
  const delegate = DELEGATION.exec(code)?.[1]
  if (delegate) return { kind: 'delegated-eoa', implementation: getAddress(`0x${delegate}`) }
  const implementation = MINIMAL_PROXY.exec(code)?.[1]
  if (implementation) return { kind: 'minimal-proxy', implementation: getAddress(`0x${implementation}`) }
  return { kind: 'contract' }
}

/** Storage slots of EIP-1967 proxies. */
export const EIP1967_SLOTS = {
  implementation: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  admin: '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103',
} as const

/** Read an address from a storage word; undefined when the word is empty or no address. */
export function readAddressWord(word: Hex | undefined): Address | undefined {
  if (word === undefined || !/^0x0{24}[0-9a-f]{40}$/i.test(word) || /^0x0+$/.test(word)) return undefined
  return getAddress(slice(word, 12))
}

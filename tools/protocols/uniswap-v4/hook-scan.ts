import { type Hex, hexToBytes, toFunctionSelector } from 'viem'

/** Operations by which a hook's code reaches beyond what it was deployed as. */
const OPERATIONS: Readonly<Record<number, Operation>> = {
  240: 'CREATE',
  242: 'CALLCODE',
  244: 'DELEGATECALL',
  245: 'CREATE2',
  255: 'SELFDESTRUCT',
}

const SSTORE = 0x55
const CALL = 0xf1
const PUSH4 = 0x63
/** The operations that push a byte, and 32 bytes, of the code behind them. */
export const PUSH1 = 0x60
export const PUSH32 = 0x7f

type Operation = 'CREATE' | 'CALLCODE' | 'DELEGATECALL' | 'CREATE2' | 'SELFDESTRUCT'

/** Functions by which somebody rules over a contract, by their selectors. */
const OWNER_FUNCTIONS = new Map(
  [
    'owner()',
    'transferOwnership(address)',
    'renounceOwnership()',
    'acceptOwnership()',
    'setOwner(address)',
    'pause()',
    'unpause()',
    'setFee(uint24)',
    'setFee(uint256)',
    'setManager(address)',
    'forcePoolFeeUpdate((address,address,uint24,int24,address),uint24)',
    'upgradeTo(address)',
    'upgradeToAndCall(address,bytes)',
    'grantRole(bytes32,address)',
    'withdraw()',
    'sweep(address)',
  ].map((signature) => [toFunctionSelector(`function ${signature}`), signature]),
)

/** What the code of a contract holds. */
export interface CodeScan {
  /** Operations that let it run, or become, other code. */
  readonly operations: readonly Operation[]
  /** Places at which it writes to its storage, and at which it calls others. */
  readonly storageWrites: number
  readonly calls: number
  /** Functions by which somebody may rule over it, as far as their selectors stand in its code. */
  readonly ownerFunctions: readonly string[]
}

/**
 * Walk the operations of a code. What a push carries is data and is passed over; the compiler's metadata behind the code
 * may hold bytes that look like operations, so that it is cut off first.
 */
export function scanCode(code: Hex): CodeScan {
  const bytes = cutMetadata(hexToBytes(code))
  const operations = new Set<Operation>()
  const ownerFunctions = new Set<string>()
  let [storageWrites, calls] = [0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    const operation = OPERATIONS[byte]
    if (operation) operations.add(operation)
    if (byte === SSTORE) storageWrites += 1
    if (byte === CALL) calls += 1
    if (byte === PUSH4) {
      const pushed = Buffer.from(bytes.subarray(at + 1, at + 5)).toString('hex')
      const signature = OWNER_FUNCTIONS.get(`0x${pushed}`)
      if (signature) ownerFunctions.add(signature)
    }
    if (byte >= PUSH1 && byte <= PUSH32) at += byte - PUSH1 + 1
  }
  return {
    operations: [...operations].sort(),
    storageWrites,
    calls,
    ownerFunctions: [...ownerFunctions].sort(),
  }
}

/** The last two bytes say how long the CBOR before them is (https://docs.soliditylang.org, "Contract metadata"). */
function cutMetadata(bytes: Uint8Array): Uint8Array {
  const length = ((bytes.at(-2) ?? 0) << 8) | (bytes.at(-1) ?? 0)
  const start = bytes.length - 2 - length
  // A CBOR map of up to 15 entries begins with 0xa0 to 0xaf.
  const isMap = start > 0 && ((bytes[start] ?? 0) & 0xf0) === 0xa0
  return isMap ? bytes.subarray(0, start) : bytes
}

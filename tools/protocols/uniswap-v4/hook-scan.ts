import { bytesToHex, type Hex, hexToBytes, toFunctionSelector } from 'viem'
import { walkCode } from '../../kit/walk-code.ts'

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

/** Scan the operations of a code. */
export function scanCode(code: Hex): CodeScan {
  const operations = new Set<Operation>()
  const ownerFunctions = new Set<string>()
  let [storageWrites, calls] = [0, 0]
  for (const { code: byte, data } of walkCode(hexToBytes(code))) {
    const operation = OPERATIONS[byte]
    if (operation) operations.add(operation)
    if (byte === SSTORE) storageWrites += 1
    if (byte === CALL) calls += 1
    const signature = byte === PUSH4 ? OWNER_FUNCTIONS.get(bytesToHex(data)) : undefined
    if (signature) ownerFunctions.add(signature)
  }
  return {
    operations: [...operations].sort(),
    storageWrites,
    calls,
    ownerFunctions: [...ownerFunctions].sort(),
  }
}

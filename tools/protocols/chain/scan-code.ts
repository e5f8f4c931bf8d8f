import { type Hex, hexToBytes } from 'viem'
import { walkCode } from '../../kit/walk-code.ts'

/** Instructions that let a contract be replaced, destroyed or run foreign code (Yellow Paper, appendix H). */
const POWERS: Readonly<Record<number, CodePower>> = {
  240: 'create',
  242: 'callcode',
  244: 'delegatecall',
  245: 'create2',
  255: 'selfdestruct',
}

/** What an instruction lets a contract do. */
export type CodePower = 'create' | 'callcode' | 'delegatecall' | 'create2' | 'selfdestruct'

/** List the powers whose instructions occur in a contract's code. Code that is never reached counts, too. */
export function scanCode(code: Hex): CodePower[] {
  const found = [...walkCode(hexToBytes(code))].flatMap((operation) => POWERS[operation.code] ?? [])
  return [...new Set(found)].sort()
}

import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import type { TypedData } from '../../core/plan.ts'
import { decodeParametersExactly } from '../../kit/decode-exactly.ts'

/** Fields of `PermitSingleScheme`: the ABI-encoded message. */
const FIELDS = parseAbiParameters([
  'PermitSingle permit',
  'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }',
])

/** Encode the message of a PermitSingle as its scheme takes it. */
export const encodePermit = ({ message }: Pick<TypedData, 'message'>): Hex =>
  encodeAbiParameters(FIELDS, [message as never])

/** Decode what its scheme takes; undefined for other bytes than the canonical encoding. */
export const decodePermit = (data: Hex) => decodeParametersExactly(FIELDS, data)?.[0]

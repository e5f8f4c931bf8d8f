import { numberToHex, zeroAddress } from 'viem'

const token = (place: number) => numberToHex(place, { size: 20 })

/** An order that tests change: it pays another account for what it takes. */
export const ORDER = {
  info: {
    reactor: '0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4',
    swapper: token(0xcafe),
    nonce: 1n,
    deadline: 2_000n,
    additionalValidationContract: zeroAddress,
    additionalValidationData: '0x',
  },
  decayStartTime: 1_000n,
  decayEndTime: 2_000n,
  exclusiveFiller: zeroAddress,
  exclusivityOverrideBps: 0n,
  input: { token: token(1), startAmount: 3_000n, endAmount: 3_000n },
  outputs: [{ token: token(2), startAmount: 1_000n, endAmount: 1_000n, recipient: token(0xcafe) }],
} as const

/** `extcodehash` of an account that was never touched, and of one that holds something and has no code. */
const NO_CODE: readonly string[] = [
  '',
  '0x',
  `0x${'0'.repeat(64)}`,
  '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
]

/** Tell by the hash of its code whether an account is a contract (EIP-1052); one of which nothing is known is none. */
export const hasCode = (codeHash: string | undefined): boolean => !NO_CODE.includes(codeHash ?? '')

/**
 * Group the digits of amounts within a text as tables do: `2000.5 USDC` is `2,000.5 USDC`. Only what a unit follows is an
 * amount; the digits of hashes, ids, blocks and times stay as they are.
 */
export const groupThousands = (text: string): string =>
  text.replace(
    /(?<![\w.,/]|[\w.,/]-)(\d{4,})(?=(?:\.\d+)? (?:[A-Z][A-Z\d]+|[a-z]*[A-Z]{3,}|bps|ms|s|wei|gas|units|bytes)\b)/g,
    (digits) => BigInt(digits).toLocaleString('en-US'),
  )

const MAX_NAMES = 5

/** List names in a line; of many the first ones, and how many there are beside them. */
export const listNames = (names: readonly string[]): string =>
  names.length <= MAX_NAMES
    ? names.join(', ')
    : `${names.slice(0, MAX_NAMES).join(', ')}, and ${names.length - MAX_NAMES} more`

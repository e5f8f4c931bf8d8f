/** Identity of the group, as metadata names it. */
export const PROTOCOL = 'safety'

/** Where the proxy slots and checksums that these tools check are specified. */
export const DOCS = 'https://eips.ethereum.org/EIPS/eip-1967'

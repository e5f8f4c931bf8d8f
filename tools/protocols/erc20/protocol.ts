/** Identity of the protocol, as metadata and decoders name it. */
export const PROTOCOL = 'erc20'

/** Where the interface is specified. */
export const DOCS = 'https://eips.ethereum.org/EIPS/eip-20'

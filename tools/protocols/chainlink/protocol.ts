/** Identity of the protocol, as metadata names it. */
export const PROTOCOL = 'chainlink'

/** Where the feeds' interface is documented. */
export const DOCS = 'https://docs.chain.link/data-feeds/api-reference'

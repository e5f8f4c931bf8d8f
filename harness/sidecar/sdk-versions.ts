/** The SDKs whose maths the sidecar gives, each at the version that the lockfile holds; one of another version is refused. */
export const SDK_VERSIONS: SdkVersions = {
  '@uniswap/sdk-core': '7.19.4',
  '@uniswap/v2-sdk': '4.21.4',
  '@uniswap/v3-sdk': '3.31.5',
  '@uniswap/v4-sdk': '2.4.0',
}

/** Versions by the name of the package. */
export type SdkVersions = Readonly<Record<string, string>>

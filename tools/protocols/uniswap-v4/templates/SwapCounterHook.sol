// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title SwapCounterHook
/// @notice Counts the swaps of each Uniswap V4 pool, and how much of its first currency they moved. It refuses nothing,
/// takes nothing and belongs to nobody.
contract SwapCounterHook {
    struct PoolKey {
        address currency0;
        address currency1;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
    }

    struct SwapParams {
        bool zeroForOne;
        int256 amountSpecified;
        uint160 sqrtPriceLimitX96;
    }

    /// @notice Swaps of a pool, and what they moved of its first currency, in both directions.
    struct Count {
        uint64 swaps;
        uint192 amount0;
    }

    /// @notice A swap was counted.
    event Counted(bytes32 indexed poolId, uint256 swaps, uint256 amount0);

    error NotPoolManager(address found);
    error WrongHookAddress(address found);

    /// @dev Bits of a hook's address: Hooks.sol of https://github.com/Uniswap/v4-core.
    uint160 private constant ALL = (1 << 14) - 1;
    uint160 private constant AFTER_SWAP = 1 << 6;

    address public immutable poolManager;

    mapping(bytes32 poolId => Count) public counts;

    constructor(address poolManager_) {
        if (uint160(address(this)) & ALL != AFTER_SWAP) revert WrongHookAddress(address(this));
        poolManager = poolManager_;
    }

    /// @notice Counts a swap. The change of balances has the first currency in its upper half.
    function afterSwap(address, PoolKey calldata key, SwapParams calldata, int256 delta, bytes calldata)
        external
        returns (bytes4, int128)
    {
        if (msg.sender != poolManager) revert NotPoolManager(msg.sender);
        int256 moved = delta >> 128;
        bytes32 poolId = keccak256(abi.encode(key));
        Count storage count = counts[poolId];
        count.swaps += 1;
        count.amount0 += uint192(uint256(moved < 0 ? -moved : moved));
        emit Counted(poolId, count.swaps, count.amount0);
        return (this.afterSwap.selector, 0);
    }
}

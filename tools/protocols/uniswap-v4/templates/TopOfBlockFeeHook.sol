// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title TopOfBlockFeeHook
/// @notice Takes one fee for the first swap of a pool in a block, which is where arbitrage comes, and another for those
/// that follow. It serves pools of a dynamic fee, and belongs to nobody: its fees never change.
contract TopOfBlockFeeHook {
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

    error NotPoolManager(address found);
    error WrongHookAddress(address found);
    error FeeTooHigh(uint24 found, uint24 expected);
    error FeeNotDynamic(uint24 found);

    /// @dev Bits of a hook's address: Hooks.sol of https://github.com/Uniswap/v4-core.
    uint160 private constant ALL = (1 << 14) - 1;
    uint160 private constant BEFORE_INITIALIZE = 1 << 13;
    uint160 private constant BEFORE_SWAP = 1 << 7;

    /// @dev LPFeeLibrary.sol: the fee of a pool whose hook says it, the flag on a fee that a hook says, and the most.
    uint24 private constant DYNAMIC_FEE = 0x800000;
    uint24 private constant OVERRIDE = 0x400000;
    uint24 private constant MOST = 1_000_000;

    address public immutable poolManager;
    /// @notice Fee of the first swap in a block, and of those after it, in millionths.
    uint24 public immutable firstFee;
    uint24 public immutable nextFee;

    /// @notice The last block in which a pool had a swap.
    mapping(bytes32 poolId => uint256) public lastBlock;

    constructor(address poolManager_, uint24 firstFee_, uint24 nextFee_) {
        if (uint160(address(this)) & ALL != BEFORE_INITIALIZE | BEFORE_SWAP) {
            revert WrongHookAddress(address(this));
        }
        // At the whole amount no swap for an exact output is possible.
        if (firstFee_ >= MOST) revert FeeTooHigh(firstFee_, MOST);
        if (nextFee_ >= MOST) revert FeeTooHigh(nextFee_, MOST);
        (poolManager, firstFee, nextFee) = (poolManager_, firstFee_, nextFee_);
    }

    /// @notice Refuses pools of a fixed fee, in which the fees of this hook would count for nothing.
    function beforeInitialize(address, PoolKey calldata key, uint160) external view returns (bytes4) {
        if (msg.sender != poolManager) revert NotPoolManager(msg.sender);
        if (key.fee != DYNAMIC_FEE) revert FeeNotDynamic(key.fee);
        return this.beforeInitialize.selector;
    }

    /// @notice Says the fee of a swap; it changes no amount.
    function beforeSwap(address, PoolKey calldata key, SwapParams calldata, bytes calldata)
        external
        returns (bytes4, int256, uint24)
    {
        if (msg.sender != poolManager) revert NotPoolManager(msg.sender);
        bytes32 poolId = keccak256(abi.encode(key));
        bool isFirst = lastBlock[poolId] != block.number;
        lastBlock[poolId] = block.number;
        return (this.beforeSwap.selector, 0, (isFirst ? firstFee : nextFee) | OVERRIDE);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title AllowListHook
/// @notice Lets only listed contracts trade in a Uniswap V4 pool and provide to it. What the pool manager sees is the
/// router or the position manager, never the person behind it. Nobody is kept from taking liquidity out.
contract AllowListHook {
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

    struct ModifyLiquidityParams {
        int24 tickLower;
        int24 tickUpper;
        int256 liquidityDelta;
        bytes32 salt;
    }

    /// @notice The owner listed a caller, or took it off the list.
    event Allowed(address indexed caller, bool isAllowed);

    error NotPoolManager(address found);
    error NotOwner(address found);
    error NotAllowed(address caller);
    error WrongHookAddress(address found);

    /// @dev Bits of a hook's address: Hooks.sol of https://github.com/Uniswap/v4-core.
    uint160 private constant ALL = (1 << 14) - 1;
    uint160 private constant BEFORE_ADD_LIQUIDITY = 1 << 11;
    uint160 private constant BEFORE_SWAP = 1 << 7;

    address public immutable poolManager;
    address public immutable owner;

    mapping(address caller => bool) public isAllowed;

    constructor(address poolManager_, address owner_, address[] memory callers) {
        if (uint160(address(this)) & ALL != BEFORE_ADD_LIQUIDITY | BEFORE_SWAP) {
            revert WrongHookAddress(address(this));
        }
        (poolManager, owner) = (poolManager_, owner_);
        for (uint256 i; i < callers.length; ++i) {
            isAllowed[callers[i]] = true;
            emit Allowed(callers[i], true);
        }
    }

    /// @notice Lists a caller or takes it off the list.
    function setAllowed(address caller, bool allowed) external {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        isAllowed[caller] = allowed;
        emit Allowed(caller, allowed);
    }

    /// @notice Lets listed callers alone add liquidity.
    function beforeAddLiquidity(
        address caller,
        PoolKey calldata,
        ModifyLiquidityParams calldata,
        bytes calldata
    ) external view returns (bytes4) {
        _check(caller);
        return this.beforeAddLiquidity.selector;
    }

    /// @notice Lets listed callers alone swap; it changes neither amounts nor the fee.
    function beforeSwap(address caller, PoolKey calldata, SwapParams calldata, bytes calldata)
        external
        view
        returns (bytes4, int256, uint24)
    {
        _check(caller);
        return (this.beforeSwap.selector, 0, 0);
    }

    function _check(address caller) private view {
        if (msg.sender != poolManager) revert NotPoolManager(msg.sender);
        if (!isAllowed[caller]) revert NotAllowed(caller);
    }
}

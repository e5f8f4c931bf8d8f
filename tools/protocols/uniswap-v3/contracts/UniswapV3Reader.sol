// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPositionReader} from "../../../contracts/interfaces/IPositionReader.sol";
import {Leg, Lot} from "../../../contracts/interfaces/Position.sol";
import {CallData} from "../../../contracts/libraries/CallData.sol";
import {IPositionManager} from "./IPositionManager.sol";
import {LpExposure} from "../../../contracts/libraries/LpExposure.sol";
import {IStaker} from "./IStaker.sol";

/// @title UniswapV3Reader
/// @notice Positions of a NonfungiblePositionManager, those that lie with its staker included; a key is a token's id.
/// @dev Lots: liquidity, then what is owed of either token. Fees count once they are booked by a call that pays nothing
/// in, rewards once they are paid; staking changes nothing. A place is a pool. The pool's price is never looked at.
contract UniswapV3Reader is IPositionReader {
    bytes4 private constant MINT = 0x88316456; // mint(MintParams)
    bytes4 private constant INCREASE_LIQUIDITY = 0x219f5d17; // increaseLiquidity(IncreaseLiquidityParams)
    bytes4 private constant SAFE_TRANSFER_FROM_DATA = 0xb88d4fde; // safeTransferFrom(address,address,uint256,bytes)
    bytes4 private constant STAKE = 0xf2d2909b; // stakeToken(IncentiveKey,uint256)
    bytes4 private constant UNSTAKE = 0xf549ab42; // unstakeToken(IncentiveKey,uint256)

    /// @notice The contract whose positions these are.
    IPositionManager public immutable MANAGER;
    /// @notice Where they may be staked.
    IStaker public immutable STAKER;

    struct Position {
        address token0;
        address token1;
        uint24 fee;
        int24 tickLower;
        int24 tickUpper;
        uint128 liquidity;
        uint128 owed0;
        uint128 owed1;
    }

    /// @notice A payment into positions booked fees of theirs, which would count against what is lost at it.
    error FeesNotCollected();

    constructor(IPositionManager manager, IStaker staker) {
        (MANAGER, STAKER) = (manager, staker);
    }

    /// @inheritdoc IPositionReader
    /// @dev What is owed already by the positions into which the call pays.
    function mark(address account, bytes calldata data) external view returns (bytes32) {
        return _owedWherePaid(account, data);
    }

    /// @inheritdoc IPositionReader
    /// @dev Of what pays in, only the booking of fees changes what is owed: the checker lets no bundle do both this and
    /// take out.
    function touched(address account, bytes32 before, bytes calldata data, bytes calldata result)
        external
        view
        returns (bytes32[] memory keys)
    {
        if (_owedWherePaid(account, data) != before) revert FeesNotCollected();
        if (!CallData.isMulticall(CallData.selector(data))) {
            keys = new bytes32[](1);
            keys[0] = _keyOf(data, result);
            return keys;
        }
        bytes[] memory calls = CallData.inner(data);
        bytes[] memory results = abi.decode(result, (bytes[]));
        keys = new bytes32[](calls.length);
        for (uint256 i; i < calls.length; ++i) {
            keys[i] = _keyOf(calls[i], results[i]);
        }
    }

    /// @inheritdoc IPositionReader
    function tokens(bytes32 key) external view returns (address[] memory list) {
        Position memory p = _position(uint256(key));
        list = new address[](2);
        (list[0], list[1]) = (p.token0, p.token1);
    }

    /// @inheritdoc IPositionReader
    function holdings(address account, bytes32 key, uint256[] calldata prices)
        external
        view
        returns (bytes32 place, uint256 health, Lot[] memory lots)
    {
        Position memory p = _position(uint256(key));
        place = keccak256(abi.encode(MANAGER, p.token0, p.token1, p.fee));
        health = type(uint256).max;
        lots = new Lot[](3);
        if (p.token0 == address(0) || _ownerOf(uint256(key)) != account) return (place, health, lots);
        (uint256 amount0, uint256 amount1) = LpExposure.amounts(
            LpExposure.sqrtPriceX96(prices[0], prices[1]), p.tickLower, p.tickUpper, p.liquidity
        );
        lots[0] = Lot(p.liquidity, 1, 0, new Leg[](2));
        (lots[0].legs[0], lots[0].legs[1]) = (Leg(p.token0, int256(amount0)), Leg(p.token1, int256(amount1)));
        lots[1] = _owed(p.token0, p.owed0);
        lots[2] = _owed(p.token1, p.owed1);
    }

    /// @dev Of a position that lies with the staker, who takes it back from there.
    function _ownerOf(uint256 id) private view returns (address owner) {
        owner = MANAGER.ownerOf(id);
        if (owner == address(STAKER)) (owner,,,) = STAKER.deposits(id);
    }

    function _owed(address token, uint256 amount) private pure returns (Lot memory lot) {
        lot = Lot(amount, 1, 0, new Leg[](1));
        lot.legs[0] = Leg(token, int256(amount));
    }

    /// @dev A hash of what is owed by each of the account's positions that a call pays into, its bundle's calls included; 0
    /// of none. What goes into another's is lost, whatever that one earned.
    function _owedWherePaid(address account, bytes memory data) private view returns (bytes32 owed) {
        bytes4 selector = CallData.selector(data);
        bytes[] memory calls;
        if (CallData.isMulticall(selector)) calls = CallData.inner(data);
        else (calls = new bytes[](1))[0] = data;
        for (uint256 i; i < calls.length; ++i) {
            if (CallData.selector(calls[i]) != INCREASE_LIQUIDITY) continue;
            (, uint256 id) = CallData.word(calls[i], 0);
            Position memory p = _position(id);
            if (p.token0 == address(0) || _ownerOf(id) != account) continue;
            owed = keccak256(abi.encode(owed, p.owed0, p.owed1));
        }
    }

    /// @dev A burned position is an empty one. Only the manager's own word for it is caught, not a want of gas.
    function _position(uint256 id) private view returns (Position memory p) {
        try MANAGER.positions(id) returns (
            uint96,
            address,
            address token0,
            address token1,
            uint24 fee,
            int24 tickLower,
            int24 tickUpper,
            uint128 liquidity,
            uint256,
            uint256,
            uint128 owed0,
            uint128 owed1
        ) {
            return Position(token0, token1, fee, tickLower, tickUpper, liquidity, owed0, owed1);
        } catch Error(string memory) {}
    }

    /// @dev `mint` says the id; every other function is told it: after whom it leaves and reaches, after an incentive's five
    /// words, or first. `claimReward` is told none: what it names is nobody's position.
    function _keyOf(bytes memory data, bytes memory result) private pure returns (bytes32) {
        bytes4 selector = CallData.selector(data);
        if (selector == MINT) return abi.decode(result, (bytes32));
        uint256 place = selector == SAFE_TRANSFER_FROM_DATA ? 2 : 0;
        if (selector == STAKE || selector == UNSTAKE) place = 5;
        (, uint256 id) = CallData.word(data, place);
        return bytes32(id);
    }
}

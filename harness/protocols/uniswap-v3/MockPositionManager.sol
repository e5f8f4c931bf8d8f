// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {MockToken} from "../../../test/contracts/mocks/Mocks.sol";
import {LpExposure} from "../../../tools/contracts/libraries/LpExposure.sol";

/// @notice Liquidity positions in a pool whose price the test sets, with Uniswap V3's function names.
contract MockPositionManager {
    struct MintParams {
        address token0;
        address token1;
        uint24 fee;
        int24 tickLower;
        int24 tickUpper;
        uint256 amount0Desired;
        uint256 amount1Desired;
        uint256 amount0Min;
        uint256 amount1Min;
        address recipient;
        uint256 deadline;
    }

    struct IncreaseLiquidityParams {
        uint256 tokenId;
        uint256 amount0Desired;
        uint256 amount1Desired;
        uint256 amount0Min;
        uint256 amount1Min;
        uint256 deadline;
    }

    struct DecreaseLiquidityParams {
        uint256 tokenId;
        uint128 liquidity;
        uint256 amount0Min;
        uint256 amount1Min;
        uint256 deadline;
    }

    struct CollectParams {
        uint256 tokenId;
        address recipient;
        uint128 amount0Max;
        uint128 amount1Max;
    }

    struct Position {
        address token0;
        address token1;
        int24 tickLower;
        int24 tickUpper;
        uint128 liquidity;
        uint128 owed0;
        uint128 owed1;
        uint128 earned0; // and not booked yet
        uint128 earned1;
    }

    uint160 public sqrtPriceX96;
    uint256 public lastId;
    mapping(uint256 => address) public ownerOf;
    mapping(uint256 => Position) private _positions;

    function setSqrtPrice(uint160 value) external {
        sqrtPriceX96 = value;
    }

    /// @dev The mock takes the liquidity in place of `amount0Desired`.
    function mint(MintParams calldata p)
        external
        payable
        returns (uint256 id, uint128 liquidity, uint256 a0, uint256 a1)
    {
        id = ++lastId;
        ownerOf[id] = p.recipient;
        liquidity = uint128(p.amount0Desired);
        _positions[id] = Position(p.token0, p.token1, p.tickLower, p.tickUpper, 0, 0, 0, 0, 0);
        (a0, a1) = _add(id, liquidity);
    }

    /// @dev The mock takes the liquidity in place of `amount0Desired`.
    function increaseLiquidity(IncreaseLiquidityParams calldata p) external returns (uint256, uint256) {
        return _add(p.tokenId, uint128(p.amount0Desired));
    }

    function decreaseLiquidity(DecreaseLiquidityParams calldata d) external returns (uint256 a0, uint256 a1) {
        require(ownerOf[d.tokenId] == msg.sender, "owner");
        Position storage p = _book(d.tokenId);
        p.liquidity -= d.liquidity;
        (a0, a1) = LpExposure.amounts(sqrtPriceX96, p.tickLower, p.tickUpper, d.liquidity);
        p.owed0 += uint128(a0);
        p.owed1 += uint128(a1);
    }

    /// @dev The mock takes uncollected fees in place of the most to collect.
    function collect(CollectParams calldata c) external payable returns (uint256 a0, uint256 a1) {
        require(ownerOf[c.tokenId] == msg.sender, "owner");
        Position storage p = _book(c.tokenId);
        (a0, a1) = (uint256(p.owed0) + c.amount0Max, uint256(p.owed1) + c.amount1Max);
        MockToken(p.token0).mint(c.recipient, a0);
        MockToken(p.token1).mint(c.recipient, a1);
        (p.owed0, p.owed1) = (0, 0);
    }

    /// @dev Fees, as a poke books them.
    function accrue(uint256 id, uint128 fee0, uint128 fee1) external {
        _positions[id].owed0 += fee0;
        _positions[id].owed1 += fee1;
    }

    /// @dev Fees that nothing booked yet.
    function earn(uint256 id, uint128 fee0, uint128 fee1) external {
        (_positions[id].earned0, _positions[id].earned1) = (fee0, fee1);
    }

    function transferFrom(address from, address to, uint256 id) external {
        require(ownerOf[id] == from && msg.sender == from, "owner");
        ownerOf[id] = to;
    }

    function safeTransferFrom(address from, address to, uint256 id, bytes calldata data) external {
        require(ownerOf[id] == from && msg.sender == from, "owner");
        ownerOf[id] = to;
        if (to.code.length != 0) IERC721Receiver(to).onERC721Received(msg.sender, from, id, data);
    }

    function burn(uint256 id) external {
        require(ownerOf[id] == msg.sender && _positions[id].liquidity == 0, "Not cleared");
        delete ownerOf[id];
    }

    function multicall(bytes[] calldata calls) external returns (bytes[] memory results) {
        results = new bytes[](calls.length);
        for (uint256 i; i < calls.length; ++i) {
            bool ok;
            (ok, results[i]) = address(this).delegatecall(calls[i]);
            require(ok, "inner");
        }
    }

    function positions(uint256 id)
        external
        view
        returns (
            uint96,
            address,
            address,
            address,
            uint24,
            int24,
            int24,
            uint128,
            uint256,
            uint256,
            uint128,
            uint128
        )
    {
        require(ownerOf[id] != address(0), "Invalid token ID");
        Position memory p = _positions[id];
        return (
            0,
            address(0),
            p.token0,
            p.token1,
            3000,
            p.tickLower,
            p.tickUpper,
            p.liquidity,
            0,
            0,
            p.owed0,
            p.owed1
        );
    }

    function _add(uint256 id, uint128 liquidity) private returns (uint256 a0, uint256 a1) {
        Position storage p = _book(id);
        (a0, a1) = LpExposure.amounts(sqrtPriceX96, p.tickLower, p.tickUpper, liquidity);
        if (a0 != 0) MockToken(p.token0).transferFrom(msg.sender, address(this), ++a0);
        if (a1 != 0) MockToken(p.token1).transferFrom(msg.sender, address(this), ++a1);
        p.liquidity += liquidity;
    }

    function _book(uint256 id) private returns (Position storage p) {
        p = _positions[id];
        (p.owed0, p.owed1) = (p.owed0 + p.earned0, p.owed1 + p.earned1);
        (p.earned0, p.earned1) = (0, 0);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {AaveReader} from "../../../tools/protocols/aave-v3/contracts/AaveReader.sol";
import {
    IAaveGateway,
    IAavePool,
    IAaveScaledToken
} from "../../../tools/protocols/aave-v3/contracts/IAavePool.sol";
import {Words} from "../../../test/contracts/Words.sol";

/// @notice Rounding and bounds of the reader over a Pool that says anything; what the real Pool says is held against it
/// in `reader.test.ts`.
contract AaveReaderTest is Test {
    address private constant ACCOUNT = address(0xacc);
    address private constant POOL = address(0x900);
    address private constant ASSET = address(0xa55e7);
    address private constant SUPPLIED = address(0x5);
    address private constant OWED = address(0xd);
    bytes32 private constant KEY = bytes32(uint256(uint160(ASSET)));

    AaveReader private reader = new AaveReader(IAavePool(POOL), address(0xe));

    function _say(uint256 supplied, uint256 income, uint256 owed, uint256 debt, uint256 health) private {
        uint256[15] memory reserve;
        (reserve[8], reserve[10]) = (uint160(SUPPLIED), uint160(OWED));
        vm.mockCall(POOL, abi.encodeCall(IAavePool.getReserveData, (ASSET)), abi.encode(reserve));
        vm.mockCall(POOL, abi.encodeCall(IAavePool.getReserveNormalizedIncome, (ASSET)), abi.encode(income));
        vm.mockCall(
            POOL, abi.encodeCall(IAavePool.getReserveNormalizedVariableDebt, (ASSET)), abi.encode(debt)
        );
        // It owes some of the fourth reserve, and supplied some of the first.
        vm.mockCall(POOL, abi.encodeCall(IAavePool.getUserConfiguration, (ACCOUNT)), abi.encode(0x42));
        vm.mockCall(
            POOL,
            abi.encodeCall(IAavePool.getUserAccountData, (ACCOUNT)),
            abi.encode(uint256(1), uint256(2), uint256(3), uint256(4), uint256(5), health)
        );
        bytes memory ask = abi.encodeCall(IAaveScaledToken.scaledBalanceOf, (ACCOUNT));
        vm.mockCall(SUPPLIED, ask, abi.encode(supplied));
        vm.mockCall(OWED, ask, abi.encode(owed));
    }

    function read() public view returns (bytes memory) {
        return Words.ask(address(reader), abi.encodeCall(reader.holdings, (ACCOUNT, KEY, new uint256[](1))));
    }

    /// @dev Words of an answer: place, health, where lots are, how many, where each is; then units, index, claimable
    /// from, where legs are, how many, token and amount of each lot.
    function testFuzz_I64_assetsRoundDownAndDebtRoundsUp(
        uint96 supplied,
        uint96 owed,
        uint64 grown,
        uint256 health
    ) public {
        uint256 index = 1e27 + grown;
        _say(supplied, index, owed, index + 1, health);
        bytes memory said = read();
        assertEq(said.length, 20 * 32);
        assertEq(Words.at(said, 0), uint256(keccak256(abi.encode(POOL, ASSET))));
        assertEq(Words.at(said, 1), health);
        assertEq(Words.at(said, 3), 2);
        assertEq(Words.at(said, 6), supplied);
        assertEq(Words.at(said, 7), index);
        assertEq(Words.at(said, 13), owed);
        assertEq(Words.at(said, 14), index + 1);
        for (uint256 lot = 6; lot <= 13; lot += 7) {
            assertEq(Words.at(said, lot + 2), 0);
            assertEq(Words.at(said, lot + 4), 1);
            assertEq(Words.at(said, lot + 5), uint160(ASSET));
        }
        uint256 held = Words.at(said, 12);
        assertLe(held * 1e27, uint256(supplied) * index);
        assertLt(uint256(supplied) * index, (held + 1) * 1e27);
        uint256 debt = uint256(-int256(Words.at(said, 19)));
        assertGe(debt * 1e27, uint256(owed) * (index + 1));
        if (debt > 0) assertLt((debt - 1) * 1e27, uint256(owed) * (index + 1));
    }

    function test_I64_whatCannotBeReadReverts() public {
        _say(1, 1e27, 1, 1e27, 1);
        vm.mockCallRevert(POOL, abi.encodeCall(IAavePool.getUserAccountData, (ACCOUNT)), "no price");
        vm.expectRevert("no price");
        this.read();
    }

    /// @notice Anybody may make anything collateral of an account, which costs gas and may have no price.
    function test_I71_whoOwesNothingIsReadWhateverIsItsCollateral() public {
        _say(1, 1e27, 0, 1e27, 1);
        vm.mockCall(POOL, abi.encodeCall(IAavePool.getUserConfiguration, (ACCOUNT)), abi.encode(0xaaaaaa));
        vm.mockCallRevert(POOL, abi.encodeCall(IAavePool.getUserAccountData, (ACCOUNT)), "no price");
        assertEq(Words.at(read(), 1), type(uint256).max);
    }

    /// @notice Of the Pool's 128 reserves each may be the one that is owed.
    function test_I69_whoOwesAnythingHasItsHealth() public {
        _say(1, 1e27, 1, 1e27, 7);
        for (uint256 reserve; reserve < 128; ++reserve) {
            vm.mockCall(
                POOL,
                abi.encodeCall(IAavePool.getUserConfiguration, (ACCOUNT)),
                abi.encode(uint256(1) << (2 * reserve))
            );
            assertEq(Words.at(read(), 1), 7);
        }
    }

    function test_callsThatMoveNoUnitsTouchNothing() public view {
        bytes[3] memory calls = [
            abi.encodeCall(IAavePool.setUserEMode, (1)),
            abi.encodeCall(IAavePool.setUserUseReserveAsCollateral, (ASSET, true)),
            abi.encodeCall(IAavePool.liquidationCall, (ASSET, ASSET, POOL, 1, false))
        ];
        for (uint256 i; i < calls.length; i++) {
            assertEq(reader.touched(ACCOUNT, reader.mark(ACCOUNT, calls[i]), calls[i], "").length, 0);
        }
    }

    function testFuzz_I65_everyReserveOfACallIsTouched(address asset) public view {
        bytes[5] memory calls = [
            abi.encodeCall(IAavePool.supply, (asset, 1, ACCOUNT, 0)),
            abi.encodeCall(IAavePool.withdraw, (asset, 1, ACCOUNT)),
            abi.encodeCall(IAavePool.borrow, (asset, 1, 2, 0, ACCOUNT)),
            abi.encodeCall(IAavePool.repay, (asset, 1, 2, ACCOUNT)),
            abi.encodeCall(IAavePool.repayWithATokens, (asset, 1, 2))
        ];
        for (uint256 i; i < calls.length; i++) {
            bytes32[] memory keys = reader.touched(ACCOUNT, 0, calls[i], "");
            assertEq(keys.length, 1);
            assertEq(reader.tokens(keys[0])[0], asset);
        }
    }

    /// @notice The gateway supplies native currency as its wrapped token.
    function test_I65_nativeCurrencyTouchesTheWrappedReserve() public view {
        bytes memory call = abi.encodeCall(IAaveGateway.depositETH, (POOL, ACCOUNT, 0));
        bytes32[] memory keys = reader.touched(ACCOUNT, 0, call, "");
        assertEq(keys.length, 1);
        assertEq(reader.tokens(keys[0])[0], address(0xe));
    }
}

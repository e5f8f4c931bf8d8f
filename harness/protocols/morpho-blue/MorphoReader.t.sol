// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {
    Id,
    Market,
    MarketParams as Params
} from "sphere-mezo-solidity-files/domains/morpho/contracts/interfaces/IMorpho.sol";
import {Flat, MorphoFixture} from "./MorphoFixture.sol";

/// @notice What is counted is what Morpho would pay out and ask for, at any second.
contract MorphoReaderTest is MorphoFixture {
    function test_I64_aPositionIsThreeLots() public {
        lend(ACCOUNT, 50_000e6);
        borrow(100_000e6);
        (bytes32 place, uint256 health, Flat[] memory lots) = read();
        assertEq(place, keccak256(abi.encode(address(morpho), id)));
        // 100 collateral at 3 000 and 86 % is 258 000.
        assertEq(health, 2.58e18);
        assertEq(lots.length, 3);
        (uint256 supplyShares, uint128 borrowShares) = (
            morpho.position(Id.wrap(id), ACCOUNT).supplyShares,
            morpho.position(Id.wrap(id), ACCOUNT).borrowShares
        );
        assertEq(lots[0].units, supplyShares);
        assertEq(lots[0].token, address(loan));
        assertEq(lots[0].amount, 50_000e6);
        assertEq(lots[1].units, 100e18);
        assertEq(lots[1].index, 1e18);
        assertEq(lots[1].token, address(collateral));
        assertEq(lots[1].amount, 100e18);
        assertEq(lots[2].units, borrowShares);
        assertEq(lots[2].token, address(loan));
        assertEq(lots[2].amount, -100_000e6);
        for (uint256 i; i < 3; ++i) {
            assertEq(lots[i].claimableFrom, 0);
        }
    }

    function test_behavior_anEmptyPositionHasNoUnits() public view {
        (, uint256 health, Flat[] memory lots) = read();
        assertEq(health, type(uint256).max);
        for (uint256 i; i < 3; ++i) {
            assertEq(lots[i].units, 0);
        }
    }

    /// @notice Booking interest changes nothing of what is counted.
    function testFuzz_interestUpToNow(uint32 seconds_, uint96 debt, uint64 fee) public {
        uint256 borrowed = bound(debt, 1, 258_000e6 - 1);
        morpho.setFeeRecipient(LENDER);
        uint256 share = bound(fee, 0, 0.25e18);
        if (share != 0) morpho.setFee(params(), share);
        lend(ACCOUNT, 10_000e6);
        borrow(borrowed);
        skip(bound(seconds_, 0, 3 * YEAR));
        (, uint256 health, Flat[] memory lots) = read();
        morpho.accrueInterest(params());
        (, uint256 healthBooked, Flat[] memory booked) = read();
        assertEq(keccak256(abi.encode(lots)), keccak256(abi.encode(booked)));
        assertEq(health, healthBooked);
    }

    /// @notice Legs are what leaving now pays and costs, to the unit.
    function testFuzz_legsAreWhatIsPaid(uint32 seconds_) public {
        lend(ACCOUNT, 10_000e6);
        borrow(200_000e6);
        skip(bound(seconds_, 0, YEAR));
        (,, Flat[] memory lots) = read();
        assertEq(-int256(repayShares(lots[2].units)), lots[2].amount);
        assertEq(int256(withdrawShares(lots[0].units)), lots[0].amount);
    }

    function test_I66_I67_indexGrowsByInterestAlone() public {
        borrow(200_000e6);
        (,, Flat[] memory before) = read();
        loan.mint(address(morpho), 1e14);
        lend(LENDER, 1e12);
        (,, Flat[] memory same) = read();
        assertEq(before[2].index, same[2].index);
        assertApproxEqRel(before[0].index, same[0].index, 1e6);
        skip(YEAR);
        (,, Flat[] memory later) = read();
        assertGt(later[2].index, before[2].index);
        assertGt(later[0].index, before[0].index);
        assertEq(later[1].index, before[1].index);
        assertLt(later[2].index, type(uint128).max);
        assertApproxEqRel(
            uint256(-later[2].amount) * 1e18 / uint256(-before[2].amount),
            later[2].index * 1e18 / before[2].index,
            1e12
        );
    }

    function tryRead() external view {
        read();
    }

    function tryLiquidate() external {
        liquidate(1e18);
    }

    function test_I69_healthCrossesOneWhereMorphoLiquidates() public {
        borrow(200_000e6);
        oracle.setPrice(2326e24);
        (, uint256 above,) = read();
        assertGe(above, 1e18);
        vm.expectRevert("position is healthy");
        this.tryLiquidate();
        oracle.setPrice(2325e24);
        (, uint256 below,) = read();
        assertLt(below, 1e18);
        liquidate(1e18);
    }

    function test_behavior_anOracleThatFailsHidesADebtAndNothingElse() public {
        lend(ACCOUNT, 50_000e6);
        oracle.setPrice(0);
        (, uint256 health,) = read();
        assertEq(health, type(uint256).max);
        oracle.setPrice(3000e24);
        borrow(1e6);
        oracle.setPrice(0);
        vm.expectRevert("no price");
        this.tryRead();
    }

    function test_I67_badDebtFallsOnLenders() public {
        borrow(200_000e6);
        lend(ACCOUNT, 100_000e6);
        (,, Flat[] memory before) = read();
        oracle.setPrice(1000e24);
        liquidate(100e18);
        (, uint256 health, Flat[] memory lots) = read();
        assertEq(health, type(uint256).max);
        assertEq(lots[0].units, before[0].units);
        assertLt(lots[0].index, before[0].index);
        assertEq(lots[1].units + lots[2].units, 0);
    }

    /// @notice A market that lost everything is worth nothing.
    function test_I67_aMarketThatLostEverything() public {
        loan.mint(ACCOUNT, 2e24);
        lend(ACCOUNT, 2e24);
        uint256 shares = morpho.position(Id.wrap(id), ACCOUNT).supplyShares;
        vm.mockCall(
            address(morpho),
            abi.encodeCall(morpho.market, (Id.wrap(id))),
            abi.encode(0, shares, 0, 0, block.timestamp, 0)
        );
        (,, Flat[] memory lots) = read();
        assertEq(lots[0].units, shares);
        assertEq(lots[0].index, 0);
        assertEq(lots[0].amount, 0);
    }

    function test_behavior_aMarketWithoutInterest() public {
        open(Params(address(loan), address(0), address(0), address(0), LLTV));
        lend(ACCOUNT, 7e6);
        skip(YEAR);
        (, uint256 health, Flat[] memory lots) = read();
        assertEq(health, type(uint256).max);
        assertEq(lots[0].amount, 7e6);
        assertEq(lots[1].token, address(0));
        assertEq(reader.tokens(id).length, 1);
        assertEq(reader.tokens(id)[0], address(loan));
    }

    function test_I65_tokensOfAMarketOfOneTokenStandOnce() public {
        assertEq(reader.tokens(id).length, 2);
        assertEq(reader.tokens(id)[1], address(collateral));
        open(Params(address(loan), address(loan), address(oracle), address(irm), LLTV));
        assertEq(reader.tokens(id).length, 1);
    }

    function touches(bytes memory act) private view {
        bytes32[] memory keys = reader.touched(ACCOUNT, reader.mark(ACCOUNT, act), act, "");
        assertEq(keys.length, 1);
        assertEq(keys[0], id);
    }

    function test_I65_everyActTouchesItsMarket() public view {
        bytes memory words = abi.encode(1, 0, ACCOUNT);
        touches(calling(morpho.supply.selector, words, ""));
        touches(calling(morpho.repay.selector, words, ""));
        touches(calling(morpho.supplyCollateral.selector, abi.encode(1, ACCOUNT), ""));
        touches(plain(morpho.withdraw.selector, abi.encode(1, 0, ACCOUNT, ACCOUNT)));
        touches(plain(morpho.borrow.selector, abi.encode(1, 0, ACCOUNT, ACCOUNT)));
        touches(plain(morpho.withdrawCollateral.selector, abi.encode(1, ACCOUNT, ACCOUNT)));
        bytes memory revoking = abi.encodeCall(morpho.setAuthorization, (LENDER, false));
        assertEq(reader.touched(ACCOUNT, 0, revoking, "").length, 0);
    }
}

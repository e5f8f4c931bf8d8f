// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Words} from "../../../test/contracts/Words.sol";
import {ICageErrors} from "../../../tools/contracts/interfaces/ICageErrors.sol";
import {Flat, MorphoFixture, Params} from "./MorphoFixture.sol";

/// @notice An account acts for itself and to itself, and hands nothing out.
contract MorphoCheckerTest is MorphoFixture {
    function check(uint256 value, bytes memory data) public view returns (bytes memory) {
        return Words.ask(address(checker), abi.encodeCall(checker.check, (ACCOUNT, value, data)));
    }

    function passes(bytes memory data) private view returns (bool revokes) {
        bytes memory result = check(0, data);
        assertEq(Words.at(result, 2), 0);
        return Words.at(result, 0) == 1;
    }

    function refuses(bytes memory data) private {
        vm.expectRevert(
            abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, address(morpho), bytes4(data))
        );
        this.check(0, data);
    }

    function refusesFor(address gaining, bytes memory data) private {
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, gaining));
        this.check(0, data);
    }

    function test_default_ownActsPass() public view {
        assertFalse(passes(calling(morpho.supply.selector, abi.encode(1, 0, ACCOUNT), "")));
        assertFalse(passes(calling(morpho.repay.selector, abi.encode(0, 1, ACCOUNT), "")));
        assertFalse(passes(plain(morpho.withdraw.selector, abi.encode(1, 0, ACCOUNT, ACCOUNT))));
        assertFalse(passes(plain(morpho.borrow.selector, abi.encode(1, 0, ACCOUNT, ACCOUNT))));
        assertFalse(passes(calling(morpho.supplyCollateral.selector, abi.encode(1, ACCOUNT), "")));
        assertFalse(passes(plain(morpho.withdrawCollateral.selector, abi.encode(1, ACCOUNT, ACCOUNT))));
        assertFalse(passes(calling(morpho.liquidate.selector, abi.encode(LENDER, 1, 0), "")));
        assertFalse(passes(plain(morpho.accrueInterest.selector, "")));
    }

    /// @notice A market that is opened holds nothing of the account, and its place is not approved by that.
    function test_I68_aMarketMayBeOpened() public {
        Params memory terms = params();
        terms.lltv = 0.77e18;
        morpho.enableLltv(terms.lltv);
        assertFalse(passes(abi.encodeCall(morpho.createMarket, (terms))));
        open(terms);
        (bytes32 place,, Flat[] memory lots) = read();
        assertEq(place, keccak256(abi.encode(address(morpho), id)));
        for (uint256 i; i < lots.length; ++i) {
            assertEq(lots[i].units, 0);
        }
    }

    function test_I61_nobodyElseGains() public {
        refusesFor(LENDER, calling(morpho.supply.selector, abi.encode(1, 0, LENDER), ""));
        refusesFor(LENDER, calling(morpho.repay.selector, abi.encode(1, 0, LENDER), ""));
        refusesFor(LENDER, calling(morpho.supplyCollateral.selector, abi.encode(1, LENDER), ""));
        refusesFor(LENDER, plain(morpho.withdraw.selector, abi.encode(1, 0, ACCOUNT, LENDER)));
        refusesFor(LENDER, plain(morpho.borrow.selector, abi.encode(1, 0, ACCOUNT, LENDER)));
        refusesFor(LENDER, plain(morpho.withdrawCollateral.selector, abi.encode(1, ACCOUNT, LENDER)));
    }

    function test_I61_nobodyElsesPosition() public {
        refusesFor(LENDER, plain(morpho.withdraw.selector, abi.encode(1, 0, LENDER, ACCOUNT)));
        refusesFor(LENDER, plain(morpho.borrow.selector, abi.encode(1, 0, LENDER, ACCOUNT)));
        refusesFor(LENDER, plain(morpho.withdrawCollateral.selector, abi.encode(1, LENDER, ACCOUNT)));
    }

    function test_I31_noCallbacks() public {
        refuses(calling(morpho.supply.selector, abi.encode(1, 0, ACCOUNT), "x"));
        refuses(calling(morpho.repay.selector, abi.encode(1, 0, ACCOUNT), "x"));
        refuses(calling(morpho.supplyCollateral.selector, abi.encode(1, ACCOUNT), "x"));
        refuses(calling(morpho.liquidate.selector, abi.encode(LENDER, 1, 0), "x"));
        refuses(abi.encodeCall(morpho.flashLoan, (address(loan), 1, "")));
    }

    function test_I7_authorityIsOnlyTakenBack() public {
        assertTrue(passes(abi.encodeCall(morpho.setAuthorization, (LENDER, false))));
        refuses(abi.encodeCall(morpho.setAuthorization, (LENDER, true)));
    }

    function test_I31_noValueAndNothingElse() public {
        refuses(abi.encodeCall(morpho.setFeeRecipient, (ACCOUNT)));
        bytes memory act = plain(morpho.accrueInterest.selector, "");
        vm.expectRevert(ICageErrors.NativeNotAllowed.selector);
        this.check(1, act);
        vm.expectRevert();
        this.check(0, hex"a99aad89");
    }
}

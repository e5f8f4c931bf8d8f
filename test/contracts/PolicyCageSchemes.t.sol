// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../tools/contracts/interfaces/ICageErrors.sol";
import {Pledge} from "../../tools/contracts/interfaces/Position.sol";
import {HostileScheme} from "./mocks/Schemes.sol";
import {PledgesFixture} from "./PledgesFixture.sol";

/// @notice For which messages the cage answers as their signer, and for how long.
contract PolicyCageSchemesTest is PledgesFixture {
    function test_I70_aPauseEndsWhatWasSignedBefore() public {
        Pledge memory p = _order(usdc, 10_000e6, weth, 5e18);
        p.until = uint40(block.timestamp + 1 days);
        vm.prank(owner);
        cage.queue(abi.encodeCall(cage.unpause, ()));
        _pass(DELAY);
        p.until = uint40(block.timestamp + 1 days);
        _run(_sell(p));
        assertTrue(_isValid(_digest(p)));
        vm.prank(guardian);
        cage.pause();
        assertFalse(_isValid(_digest(p)));
        _pass(1);
        vm.prank(owner);
        cage.unpause();
        assertFalse(_isValid(_digest(p)));
        vm.expectRevert(bytes("unsigned"));
        settlement.fill(address(cage), _digest(p), usdc, 10_000e6);
        _pass(INTERVAL);
        _run(_sell(p));
        assertTrue(_isValid(_digest(p)));
    }

    function test_I31_onlyAnActionRecords() public {
        Pledge memory p = _order(usdc, 10_000e6, weth, 5e18);
        assertFalse(_isValid(_digest(p)));
        IPolicyCage.Call[] memory calls = _record(p);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.Unauthorized.selector, thief));
        vm.prank(thief);
        cage.execute(calls, block.timestamp, "thief", "");
        vm.prank(thief);
        scheme.terms(address(cage), _fields(p));
        assertFalse(_isValid(_digest(p)));
    }

    /// @notice An action that is refused records nothing.
    function test_I31_aRefusedActionRecordsNothing() public {
        Pledge memory p = _order(usdc, 10_000e6, weth, 4e18);
        _fails(_record(p), ICageErrors.ValueLossExceeded.selector);
        assertFalse(_isValid(_digest(p)));
    }

    /// @notice Of two cages with an order each, each answers for its own message alone, and on its own chain.
    function test_I31_anotherCageOrChainAnswersNothing() public {
        IPolicyCage first = cage;
        Pledge memory p = _order(usdc, 10_000e6, weth, 5e18);
        bytes32 digest = _digest(p);
        _run(_record(p));
        assertTrue(_isValid(digest));

        cage = _newCage();
        p = _order(usdc, 10_000e6, weth, 5e18);
        _run(_record(p));
        assertTrue(_isValid(_digest(p)));
        assertFalse(_isValid(digest));
        assertEq(first.isValidSignature(digest, ""), bytes4(0x1626ba7e));
        assertEq(first.isValidSignature(_digest(p), ""), bytes4(0xffffffff));

        vm.chainId(5);
        assertFalse(_isValid(_digest(p)));
    }

    function test_I32_aSchemeWaitsForTheTimelock() public {
        address at = address(new HostileScheme());
        IPolicyCage.Code memory code = _code(at);
        bytes memory change = abi.encodeCall(cage.setScheme, (code, true));
        _fails(_calls(at, 0, "r"), ICageErrors.TargetNotAllowed.selector);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.NotQueued.selector, keccak256(change)));
        vm.prank(owner);
        cage.setScheme(code, true);
        _loosen(change);
        assertTrue(cage.isScheme(at));
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.CodeNotAllowed.selector, at, at.codehash));
        vm.prank(owner);
        cage.setScheme(IPolicyCage.Code(at, keccak256("other")), true);
        vm.expectRevert(ICageErrors.InvalidConfig.selector);
        vm.prank(owner);
        cage.setScheme(IPolicyCage.Code(address(0), 0), false);
    }

    function test_I32_whatARemovedSchemeRecordedIsVoid() public {
        Pledge memory p = _order(usdc, 10_000e6, weth, 5e18);
        _run(_record(p));
        vm.prank(owner);
        cage.setScheme(_code(address(scheme)), false);
        assertFalse(_isValid(_digest(p)));
        _fails(_record(p), ICageErrors.TargetNotAllowed.selector);
    }

    /// @notice A scheme that is approved again answers for what is recorded from then on.
    function test_I32_whatARemovedSchemeRecordedStaysVoid() public {
        bytes memory change = abi.encodeCall(cage.setScheme, (_code(address(scheme)), true));
        vm.prank(owner);
        cage.queue(change);
        _pass(DELAY);
        Pledge memory p = _order(usdc, 10_000e6, weth, 5e18);
        _run(_record(p));
        vm.startPrank(owner);
        cage.setScheme(_code(address(scheme)), false);
        cage.setScheme(_code(address(scheme)), true);
        vm.stopPrank();
        assertTrue(cage.isScheme(address(scheme)));
        assertFalse(_isValid(_digest(p)));
        _pass(INTERVAL);
        _run(_record(p));
        assertTrue(_isValid(_digest(p)));
    }

    function test_I32_codeOfASchemeIsApprovedByItsHash() public {
        vm.etch(address(scheme), hex"00");
        _fails(_record(_order(usdc, 1e6, weth, 1e18)), ICageErrors.CodeNotAllowed.selector);
    }

    /// @notice Whatever a scheme does, its action fails, within a bound of gas, and no other one.
    function test_I71_aHostileSchemeStopsOnlyItself() public {
        HostileScheme hostile = new HostileScheme();
        _loosen(abi.encodeCall(cage.setScheme, (_code(address(hostile)), true)));
        _fails(_calls(address(hostile), 0, "r"), HostileScheme.Refused.selector);
        bytes[3] memory ways = [bytes("b"), "g", "n"];
        for (uint256 i; i < 3; ++i) {
            IPolicyCage.Call[] memory calls = _calls(address(hostile), 0, ways[i]);
            uint256 before = gasleft();
            vm.prank(operator);
            (bool ok,) =
                address(cage).call(abi.encodeCall(cage.execute, (calls, block.timestamp, _permit(), "")));
            assertFalse(ok);
            assertLt(before - gasleft(), 2_000_000);
        }
        _run(_buyWeth(100e6));
    }

    function test_aMessageTakesNoValue() public {
        vm.deal(address(cage), 1);
        IPolicyCage.Call[] memory calls = _calls(address(scheme), 1, _fields(_order(usdc, 1e6, weth, 1e18)));
        _runReverts(calls, abi.encodeWithSelector(ICageErrors.NativeNotAllowed.selector));
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {ICageErrors} from "../../../tools/contracts/interfaces/ICageErrors.sol";
import {Pledge, PledgeKind} from "../../../tools/contracts/interfaces/Position.sol";
import {ExclusiveDutchScheme} from "../../../tools/protocols/permit2/contracts/ExclusiveDutchScheme.sol";

/// @notice What a cage is told that an order lets others take: all that it may give, for the least that it gets.
contract ExclusiveDutchSchemeTest is Test {
    address private constant ACCOUNT = address(0xacc);
    address private constant OTHER = address(0xbad);
    address private constant REACTOR = address(0x6000);
    address private constant GIVEN = address(0x1);
    address private constant TAKEN = address(0x2);
    ExclusiveDutchScheme private immutable SCHEME = new ExclusiveDutchScheme(address(this), REACTOR);

    function _order() private view returns (ExclusiveDutchScheme.Order memory o) {
        (o.info.reactor, o.info.swapper) = (REACTOR, ACCOUNT);
        (o.info.nonce, o.info.deadline) = (1, block.timestamp + 600);
        (o.decayStartTime, o.decayEndTime) = (block.timestamp, block.timestamp + 600);
        o.input = ExclusiveDutchScheme.DutchInput(GIVEN, 1000, 1000);
        o.outputs = new ExclusiveDutchScheme.DutchOutput[](2);
        o.outputs[0] = ExclusiveDutchScheme.DutchOutput(TAKEN, 30, 30, ACCOUNT);
        o.outputs[1] = ExclusiveDutchScheme.DutchOutput(GIVEN, 40, 40, ACCOUNT);
    }

    function terms(ExclusiveDutchScheme.Order memory o) public view returns (bytes32, Pledge memory) {
        return SCHEME.terms(ACCOUNT, abi.encode(o));
    }

    function _digest(ExclusiveDutchScheme.Order memory o) private view returns (bytes32 digest) {
        (digest,) = terms(o);
    }

    function testFuzz_I70_pledgesTheMostForTheLeast(uint96[6] memory amounts, uint32 seconds_) public view {
        ExclusiveDutchScheme.Order memory o = _order();
        o.info.deadline = seconds_;
        (o.input.startAmount, o.input.endAmount) = (amounts[0], amounts[1]);
        for (uint256 i; i < 2; ++i) {
            (o.outputs[i].startAmount, o.outputs[i].endAmount) = (amounts[2 + 2 * i], amounts[3 + 2 * i]);
        }
        (, Pledge memory p) = terms(o);
        assertEq(uint8(p.kind), uint8(PledgeKind.Order));
        assertEq(p.legs.length, 3);
        assertEq(p.legs[0].token, GIVEN);
        // Permit2 lets the reactor take what it ends at, whatever it begins with.
        assertEq(p.legs[0].amount, -int256(uint256(amounts[1])));
        for (uint256 i; i < 2; ++i) {
            assertEq(p.legs[1 + i].token, o.outputs[i].token);
            (uint96 start, uint96 end) = (amounts[2 + 2 * i], amounts[3 + 2 * i]);
            assertEq(p.legs[1 + i].amount, int256(uint256(start < end ? start : end)));
        }
        assertEq(p.spender, REACTOR);
        assertEq(p.to, ACCOUNT);
        assertEq(p.until, seconds_);
    }

    function test_I70_whatHasNoEndIsUnlimited() public view {
        ExclusiveDutchScheme.Order memory o = _order();
        (o.input.endAmount, o.info.deadline) = (type(uint256).max, type(uint256).max);
        (, Pledge memory p) = terms(o);
        assertEq(p.legs[0].amount, -type(int256).max);
        assertEq(p.until, type(uint40).max);
    }

    function test_I61_nobodyElseIsPaid() public {
        for (uint256 i; i < 2; ++i) {
            ExclusiveDutchScheme.Order memory o = _order();
            o.outputs[i].recipient = OTHER;
            vm.expectRevert(abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, OTHER));
            this.terms(o);
        }
    }

    function test_I31_noOtherReactorAndNoOtherSwapper() public {
        ExclusiveDutchScheme.Order memory o = _order();
        o.info.reactor = OTHER;
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.SpenderNotAllowed.selector, GIVEN, OTHER));
        this.terms(o);
        o = _order();
        o.info.swapper = OTHER;
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.Unauthorized.selector, OTHER));
        this.terms(o);
    }

    /// @notice Whoever changes a word of an order asks about another message.
    function test_I16_everyWordIsPartOfTheMessage() public view {
        bytes32 digest = _digest(_order());
        ExclusiveDutchScheme.Order memory o = _order();
        bytes32[13] memory others;
        o.info.nonce++;
        others[0] = _digest(o);
        o.info.deadline++;
        others[1] = _digest(o);
        o.info.additionalValidationContract = OTHER;
        others[2] = _digest(o);
        o.info.additionalValidationData = hex"01";
        others[3] = _digest(o);
        o.decayStartTime++;
        others[4] = _digest(o);
        o.decayEndTime++;
        others[5] = _digest(o);
        o.exclusiveFiller = OTHER;
        others[6] = _digest(o);
        o.exclusivityOverrideBps++;
        others[7] = _digest(o);
        o.input.token = TAKEN;
        others[8] = _digest(o);
        o.input.startAmount++;
        others[9] = _digest(o);
        o.input.endAmount++;
        others[10] = _digest(o);
        o.outputs[1].startAmount++;
        others[11] = _digest(o);
        o.outputs[0].endAmount++;
        others[12] = _digest(o);
        for (uint256 i; i < others.length; ++i) {
            assertTrue(others[i] != digest);
            digest = others[i];
        }
    }
}
